//! `annotate FILE.rpy FUNC`: annotates a program from a function (`target` gives the entry point) and prints what is inferred.

use annotator::{Annotator, Kind, SomeValue};
use flowmodel::diag::SourceMap;
use flowspace::host::{Host, import, run_with_big_stack};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

fn main() {
    run_with_big_stack(|| {
        let mut args = std::env::args().skip(1);
        let file = PathBuf::from(args.next().expect("usage: annotate FILE.rpy [FUNC]"));
        let sources = Rc::new(RefCell::new(SourceMap::default()));
        let mut host = Host::new(sources.clone());
        let rlib = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rlib");
        import::add_library_path(&mut host, &rlib);
        annotator::install_from(&mut host, &rlib.join("builtins"));
        let report = |ds: &[flowmodel::diag::Diagnostic]| {
            for d in ds {
                let at = d.primary.map_or("?".into(), |s| sources.borrow().show(s));
                println!("{:?}[{}] {at}: {}", d.severity, d.code, d.message);
                for (s, t) in &d.labels {
                    println!("    {}: {t}", sources.borrow().show(*s));
                }
                d.notes.iter().for_each(|n| println!("    note: {n}"));
            }
        };
        let m = match import::target(&mut host, &file) {
            Ok(m) => m,
            Err(ds) => return report(&ds),
        };
        let name = args.next().unwrap_or_else(|| "entry_point".into());
        let f = host.getattr_opt(m, &name).ok().flatten().expect("no such function");
        let mut a = Annotator::new(host);
        a.jit = true;
        let l = annotator::new_list_def(&mut a, annotator::Site::NOWHERE, SomeValue::STR);
        let t = std::time::Instant::now();
        match a.annotate_entry(f, vec![Kind::List(l).into()]) {
            Ok(_) => {
                a.complete();
                print!("{}", annotator::dump(&a));
            }
            Err(ds) => report(&ds),
        }
        report(&a.reports.warnings);
        println!("{} graphs in {:?}", a.graphs.len(), t.elapsed());
    });
}
