// Starts `translate lsp` for RPython files.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function start() {
  const command = vscode.workspace.getConfiguration("tracewright").get("command");
  client = new LanguageClient(
    "tracewright",
    "Tracewright",
    { command, args: ["lsp"] },
    { documentSelector: [{ scheme: "file", language: "rpython" }] },
  );
  return client.start().catch((e) => {
    vscode.window.showErrorMessage(`Tracewright: cannot start "${command} lsp": ${e.message}`);
  });
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("tracewright.restart", async () => {
      await deactivate();
      await start();
    }),
  );
  await start();
}

async function deactivate() {
  if (client && client.needsStop()) {
    await client.stop();
  }
}

module.exports = { activate, deactivate };
