//! `translate lsp`: a language server over stdin and stdout.
//!
//! The main thread talks with the editor. An analysis thread has the texts and the last analysis; when the texts have not changed for a
//! moment, it checks the programs that they belong to, and it answers questions.

mod analysis;
mod index;
mod text;

use analysis::Analysis;
use crossbeam_channel::{RecvTimeoutError, Sender, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _,
};
use lsp_types::request::{
    CallHierarchyIncomingCalls, CallHierarchyOutgoingCalls, CallHierarchyPrepare, GotoDefinition,
    HoverRequest, Request as _,
};
use lsp_types::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

/// How long the texts must stay as they are before they are checked.
const QUIET: Duration = Duration::from_millis(150);

/// Serves until the editor says that it ends.
pub fn run() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("translate lsp: {e}");
            ExitCode::from(1)
        }
    }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncKind::FULL.into()),
        hover_provider: Some(true.into()),
        definition_provider: Some(OneOf::Left(true)),
        call_hierarchy_provider: Some(true.into()),
        ..ServerCapabilities::default()
    }
}

fn serve() -> Result<(), Box<dyn Error + Sync + Send>> {
    let (connection, io) = Connection::stdio();
    connection.initialize(serde_json::to_value(capabilities())?)?;
    let (jobs, inbox) = unbounded::<Message>();
    let out = connection.sender.clone();
    let worker = std::thread::Builder::new().stack_size(1 << 30).spawn(move || {
        let mut analysis = Analysis::default();
        loop {
            match inbox.recv_timeout(QUIET) {
                Ok(Message::Notification(n)) => note(&mut analysis, n),
                Ok(Message::Request(r)) => {
                    publish(&mut analysis, &out);
                    let _ = out.send(Message::Response(answer(&analysis, r)));
                }
                Ok(Message::Response(_)) => {}
                Err(RecvTimeoutError::Timeout) => publish(&mut analysis, &out),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    })?;
    for message in &connection.receiver {
        if let Message::Request(r) = &message
            && connection.handle_shutdown(r)?
        {
            break;
        }
        jobs.send(message)?;
    }
    drop(jobs);
    let _ = worker.join();
    drop(connection);
    io.join()?;
    Ok(())
}

/// Checks what has changed, and tells the editor.
fn publish(analysis: &mut Analysis, out: &Sender<Message>) {
    for (uri, diagnostics) in analysis.check() {
        let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
        let n = Notification::new("textDocument/publishDiagnostics".into(), params);
        let _ = out.send(Message::Notification(n));
    }
}

fn note(analysis: &mut Analysis, n: Notification) {
    fn params<T: DeserializeOwned>(n: Notification) -> Option<T> {
        serde_json::from_value(n.params).ok()
    }
    match &*n.method {
        DidOpenTextDocument::METHOD => {
            if let Some(p) = params::<DidOpenTextDocumentParams>(n) {
                analysis.set_text(p.text_document.uri, Some(p.text_document.text));
            }
        }
        DidChangeTextDocument::METHOD => {
            if let Some(mut p) = params::<DidChangeTextDocumentParams>(n)
                && let Some(change) = p.content_changes.pop()
            {
                analysis.set_text(p.text_document.uri, Some(change.text));
            }
        }
        DidSaveTextDocument::METHOD => analysis.touch(),
        DidCloseTextDocument::METHOD => {
            if let Some(p) = params::<DidCloseTextDocumentParams>(n) {
                analysis.set_text(p.text_document.uri, None);
            }
        }
        _ => {}
    }
}

fn answer(analysis: &Analysis, r: Request) -> Response {
    fn with<P: DeserializeOwned, R: Serialize>(r: Request, f: impl FnOnce(P) -> R) -> Response {
        match serde_json::from_value(r.params) {
            Ok(p) => Response::new_ok(r.id, f(p)),
            Err(e) => Response::new_err(r.id, ErrorCode::InvalidParams as i32, e.to_string()),
        }
    }
    match &*r.method {
        HoverRequest::METHOD => {
            with(r, |p: HoverParams| analysis.hover(&p.text_document_position_params))
        }
        GotoDefinition::METHOD => {
            with(r, |p: GotoDefinitionParams| analysis.definition(&p.text_document_position_params))
        }
        CallHierarchyPrepare::METHOD => with(r, |p: CallHierarchyPrepareParams| {
            analysis.prepare_calls(&p.text_document_position_params)
        }),
        CallHierarchyIncomingCalls::METHOD => {
            with(r, |p: CallHierarchyIncomingCallsParams| analysis.incoming(&p.item))
        }
        CallHierarchyOutgoingCalls::METHOD => {
            with(r, |p: CallHierarchyOutgoingCallsParams| analysis.outgoing(&p.item))
        }
        _ => {
            let m = format!("`{}` is not supported", r.method);
            Response::new_err(r.id, ErrorCode::MethodNotFound as i32, m)
        }
    }
}
