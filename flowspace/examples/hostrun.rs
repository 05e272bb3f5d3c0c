//! Runs a program in the host space, as a script: `hostrun FILE [ARGUMENT…]`.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use flowspace::SourceMap;
use flowspace::host::{Host, import, modules::sys, run_with_big_stack};

fn main() {
    let argv: Vec<String> = std::env::args().skip(1).collect();
    let Some(file) = argv.first().cloned() else {
        eprintln!("usage: hostrun FILE [ARGUMENT...]");
        std::process::exit(2);
    };
    let code = run_with_big_stack(move || {
        let sources = Rc::new(RefCell::new(SourceMap::default()));
        let mut host = Host::new(sources.clone());
        let rlib = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rlib");
        import::add_library_path(&mut host, &rlib);
        import::add_library_path(&mut host, &rlib.join("hostlib"));
        sys::set_argv(&mut host, &argv);
        match import::run_file(&mut host, Path::new(&file), "__main__") {
            Ok(_) => 0,
            Err(ds) => {
                for d in ds {
                    eprintln!("error[{}]: {}", d.code, d.message);
                    for (span, text) in &d.labels {
                        eprintln!("  {}: {text}", sources.borrow().show(*span));
                    }
                    for note in &d.notes {
                        eprintln!("  note: {note}");
                    }
                }
                1
            }
        }
    });
    std::process::exit(code);
}
