//! Linking the JIT: the codewriter's data as blobs, and the run time library.

use crate::failure::Failure;
use flowmodel::Const;
use genc::{Blob, BlobWord, JitBundle};
use std::path::Path;

/// Gives what genc needs to add the JIT to the program.
pub fn bundle(jit: &codewriter::Jit, dir: &Path) -> Result<JitBundle, Failure> {
    metainterp::codes::verify(&jit.program)
        .map_err(|m| Failure::Internal("codewriter", m, String::new()))?;
    // Beside the C files: their Makefile names it.
    let lib = "libjitrt.a";
    std::fs::create_dir_all(dir)?;
    genc::build::write_file(&dir.join(lib), jitbundle::LIBRARY)?;
    let bytes = jit.program.to_bytes();
    let mut words = vec![BlobWord::Int(bytes.len() as u64)];
    words.extend(bytes.chunks(8).map(|c| {
        let mut w = [0; 8];
        w[..c.len()].copy_from_slice(c);
        BlobWord::Int(u64::from_le_bytes(w))
    }));
    let addresses = jit
        .addresses
        .iter()
        .map(|c| match c {
            Const::Func(f) => BlobWord::Func(*f),
            Const::Obj(o) => BlobWord::Obj(*o),
            _ => BlobWord::Int(0),
        })
        .collect();
    Ok(JitBundle {
        static_lib: Some(lib.into()),
        blobs: vec![
            Blob { symbol: "tw_jit_blob".into(), words, readonly: true },
            Blob { symbol: "tw_jit_addresses".into(), words: addresses, readonly: false },
        ],
        files: vec![("tw_jit.h".into(), jitbundle::HEADER.into())],
        link_args: ["-static-libgcc", "-lpthread", "-ldl", "-lm"].map(String::from).to_vec(),
        keep: jit.roots.clone(),
        marks: jit.shown_marks.clone(),
        init: vec!["tw_jit_init".into()],
        finish: vec!["tw_jit_finish".into()],
        ..JitBundle::default()
    })
}
