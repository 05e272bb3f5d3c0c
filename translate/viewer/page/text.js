"use strict";
// Reading the text of a graph (docs/TEXT-FORMAT.md): blocks, operations, exits, notes.

/** Cuts a line into tokens: [kind, text]; kinds are var, func, obj, type, field, text, num, word, other. */
const TOKEN = /%[\w]+|[@$#.&]"(?:[^"\\]|\\.)*"|@[\w.]+|\$[\w.]+|#[\w.]+|\.[A-Za-z_#][\w.]*|[bu]?"(?:[^"\\]|\\.)*"|[bu]?'(?:[^'\\]|\\.)*'|\b\d[\w.]*|[A-Za-z_]\w*|\s+|[^\w\s]/gu;
const KINDS = { "%": "var", "@": "func", "$": "obj", "#": "type", ".": "field" };

function tokens(text) {
  return (text.match(TOKEN) ?? []).map(t => {
    const kind = t.length > 1 ? KINDS[t[0]] : undefined;
    if (kind) return [kind, t];
    if (/^[bu]?["']/.test(t)) return ["text", t];
    if (/^\d/.test(t)) return ["num", t];
    return [/^\w/.test(t) ? "word" : "other", t];
  });
}

/** Name of a function from its token. */
const functionName = token => token.startsWith('@"') ? token.slice(2, -1).replace(/\\(.)/g, "$1") : token.slice(1);

/** Splits off the comment at the end of a line. */
function splitNote(line) {
  const m = /^((?:[^;"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*?)\s*;\s?(.*)$/.exec(line);
  return m ? [m[1], m[2]] : [line, ""];
}

/** Places of a note, the innermost first: {path, line, from, to}. */
function places(note) {
  return note.split(/(?:^| )calls /)[0].trim().split(" < ").map(text => {
    const m = /^(.*):(\d+):(\d+)-(?:(\d+):)?(\d+)$/.exec(text);
    return m && { path: m[1], line: +m[2], from: +m[3], last: +(m[4] ?? m[2]), to: +m[5] };
  }).filter(p => p);
}

/** Functions that a note says are called. */
const noted = note => tokens(note.split(/(?:^| )calls /)[1] ?? "").filter(t => t[0] === "func").map(t => functionName(t[1]));

/** `name(a, b)` pieces of a terminator: targets with their arguments. */
function target(text) {
  const m = /^(block\d+|return|raise)\((.*)\)$/s.exec(text.trim());
  return m && { to: m[1], args: listOf(m[2]) };
}

/** Splits at the separator where neither quotes nor parentheses are open. */
function listOf(text, separator = ",") {
  const out = [];
  let depth = 0, current = "";
  for (const [kind, t] of tokens(text)) {
    if (kind === "other" && "([{".includes(t)) depth++;
    if (kind === "other" && ")]}".includes(t)) depth--;
    if (depth === 0 && t === separator) { out.push(current.trim()); current = ""; } else current += t;
  }
  if (current.trim()) out.push(current.trim());
  return out;
}

/** Exits of a block, from the line of its terminator. */
function exits(line) {
  const word = /^\w+/.exec(line)?.[0];
  const rest = line.slice(word?.length ?? 0).trim();
  const one = (label, text) => ({ label, ...(target(text) ?? { to: "return", args: [] }) });
  switch (word) {
    case "goto": return [one("", rest)];
    case "return": return [{ label: "", to: "return", args: [rest] }];
    case "raise": return [{ label: "", to: "raise", args: listOf(rest) }];
    case "if": {
      const m = /^(%\w+) then (.*)$/s.exec(rest);
      const [yes, no] = splitAtElse(m?.[2] ?? "");
      return [one("true", yes), one("false", no)];
    }
    case "switch": return listOf(rest.slice(rest.indexOf(":") + 1)).map(caseOf);
    case "catch": return listOf(rest).map(caseOf).map((e, n) => ({ ...e, raises: n > 0 }));
    default: return null;
  }
  function caseOf(text) {
    const at = text.lastIndexOf("-> ");
    return one(text.slice(0, at).trim(), text.slice(at + 3));
  }
}

function splitAtElse(text) {
  let depth = 0, at = 0;
  for (const [kind, t] of tokens(text)) {
    if (kind === "other" && t === "(") depth++;
    if (kind === "other" && t === ")") depth--;
    if (depth === 0 && t === "else") return [text.slice(0, at), text.slice(at + 4)];
    at += t.length;
  }
  return [text, ""];
}

/**
 * A graph: {head, note, blocks: [{name, lines: [{text, note, inputs, result, type}], exits}], types, notes}, or a listing, if the text is no graph.
 * The first line of a block holds its inputs, the last one its exits.
 */
function parseGraph(text) {
  const lines = text.split("\n");
  const graph = { blocks: [], types: new Map(), notes: new Map(), graph: lines[0].startsWith("graph ") };
  [graph.head, graph.note] = splitNote(lines[0]);
  graph.head = graph.head.replace(/\s*\{$/, "");
  const learn = declared => {
    const m = /^(%\w+): (.*)$/s.exec(declared);
    if (m) graph.types.set(m[1], m[2]);
    return m ? m[1] : declared;
  };
  if (!graph.graph) {
    const all = lines.slice(1).filter(l => l).map(l => { const [t, note] = splitNote(l); return { text: t, note, inputs: null, result: null }; });
    graph.blocks.push({ name: "code", lines: all, exits: [] });
    return graph;
  }
  const parameters = /\((.*)\)/s.exec(graph.head.replace(/ -> .*$/s, ""));
  const start = parameters ? listOf(parameters[1]).map(learn) : [];
  let block;
  for (const line of lines.slice(1)) {
    if (line.startsWith("; %")) {
      const at = line.indexOf(": ");
      graph.notes.set(line.slice(2, at), line.slice(at + 2));
    } else if (/^block\d+\(/.test(line)) {
      const [code, note] = splitNote(line);
      const m = /^(block\d+)\((.*)\):$/s.exec(code);
      const inputs = listOf(m[2]).map(learn);
      block = { name: m[1], lines: [{ text: `${m[1]}(${inputs.join(", ")})`, note, inputs, result: null }], exits: [] };
      graph.blocks.push(block);
    } else if (block && line.startsWith("    ")) {
      const [code, note] = splitNote(line.trim());
      const m = /^(%\w+)(?:: (.*?))? = /s.exec(code);
      if (m?.[2]) graph.types.set(m[1], m[2]);
      const ends = m ? null : exits(code);
      if (ends) block.exits = ends;
      block.lines.push({ text: m ? `${m[1]} = ${code.slice(m[0].length)}` : code, note, inputs: null, result: m?.[1] ?? null, exit: !!ends });
    }
  }
  if (graph.blocks[0]) graph.blocks[0].lines[0].inputs = start;
  return graph;
}

/** Variables of a text, in order. */
const variables = text => tokens(text).filter(t => t[0] === "var").map(t => t[1]);

/** All names that the value of `name` has: through links forth and back. */
function sameValue(graph, name) {
  const edges = new Map();
  const join = (a, b) => { for (const [x, y] of [[a, b], [b, a]]) edges.set(x, [...(edges.get(x) ?? []), y]); };
  const inputs = new Map(graph.blocks.map(b => [b.name, b.lines[0].inputs ?? []]));
  for (const b of graph.blocks)
    for (const e of b.exits)
      e.args.forEach((a, k) => { const to = inputs.get(e.to)?.[k]; if (to && a.startsWith("%")) join(a, to); });
  const found = new Set([name]);
  for (const v of found) for (const w of edges.get(v) ?? []) found.add(w);
  return found;
}

/** Where values of `name` come from, through links: [{kind: op|const|param, …}]. */
function origins(graph, name) {
  const found = [];
  const seen = new Set([name]);
  for (const v of seen) {
    for (const b of graph.blocks) {
      const line = b.lines.find(l => l.result === v);
      if (line) found.push({ kind: "op", block: b.name, line, name: v });
      const k = (b.lines[0].inputs ?? []).indexOf(v);
      if (k < 0) continue;
      if (b === graph.blocks[0]) found.push({ kind: "param", block: b.name, index: k, name: v });
      for (const p of graph.blocks)
        for (const e of p.exits) {
          if (e.to !== b.name || e.args[k] === undefined) continue;
          if (e.args[k].startsWith("%")) seen.add(e.args[k]);
          else found.push({ kind: "const", block: p.name, text: e.args[k], line: p.lines.findLast(l => l.note) ?? p.lines[0] });
        }
      if (found.length > 40) return found;
    }
  }
  return found;
}
