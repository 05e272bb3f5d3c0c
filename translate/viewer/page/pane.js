"use strict";
// One stage of one function: blocks and links, to be zoomed and moved.

const LINE = 18, PADDING = 10, LONGEST = 90;
const characterWidth = (() => {
  let width;
  return () => {
    if (!width) {
      const probe = document.body.appendChild(el("span.code", {}, "0".repeat(100)));
      probe.style.position = "absolute";
      width = probe.getBoundingClientRect().width / 100;
      probe.remove();
    }
    return width;
  };
})();

/** `heard` hears of what is done: variable, line, call, hover. */
class Pane {
  constructor(heard) {
    this.heard = heard;
    this.edges = el("svg.edges");
    this.blocks = el("div.blocks");
    this.world = el("div.world", {}, this.edges, this.blocks);
    this.state = el("div.state");
    const button = (text, title, click) => el("button.icon", { title, click }, text);
    this.element = el("div.canvas", {}, this.world, this.state, el("div.zoom", {},
      button("+", "Zoom in", () => this.zoom(1.25)), button("−", "Zoom out", () => this.zoom(0.8)),
      button("⤢", "Whole graph", () => this.fit(true))));
    this.view = { x: 0, y: 0, scale: 1 };
    this.listen();
  }

  listen() {
    const e = this.element;
    let from = null;
    e.addEventListener("wheel", w => {
      w.preventDefault();
      if (w.shiftKey) { this.view.x -= w.deltaY; this.place(); return; }
      const box = e.getBoundingClientRect();
      this.zoom(Math.exp(-w.deltaY * 0.0015), w.clientX - box.left, w.clientY - box.top);
    }, { passive: false });
    e.addEventListener("pointerdown", p => {
      if (p.button === 0 && !p.target.closest("button")) from = { x: p.clientX, y: p.clientY, view: { ...this.view }, id: p.pointerId };
    });
    e.addEventListener("pointermove", p => {
      if (!from) return;
      const [dx, dy] = [p.clientX - from.x, p.clientY - from.y];
      if (!from.moved && Math.hypot(dx, dy) < 4) return;
      if (!from.moved) { from.moved = true; e.setPointerCapture(from.id); e.classList.add("moving"); bubble.hide(); }
      this.view.x = from.view.x + dx;
      this.view.y = from.view.y + dy;
      this.place();
    });
    const stop = () => { e.classList.remove("moving"); this.moved = from?.moved; from = null; };
    e.addEventListener("pointerup", stop);
    e.addEventListener("pointercancel", stop);
    e.addEventListener("click", c => { if (!this.moved) this.clicked(c); });
    e.addEventListener("pointerover", p => {
      if (from?.moved) return;
      const token = p.target.closest(".var, .func, .note");
      const line = this.lineAt(p.target);
      if (token?.matches(".var")) this.heard.hover(this, p, { name: token.textContent, line });
      else if (token?.matches(".func, .note")) this.heard.hover(this, p, { call: token.dataset.f ?? functionName(token.textContent), line });
      else if (line) this.heard.hover(this, p, { line });
      else bubble.hide();
    });
    e.addEventListener("pointerleave", () => bubble.hide());
  }

  lineAt(target) { return this.lines?.get(target.closest(".line")) ?? null; }

  clicked(c) {
    const token = c.target.closest(".var, .func, .note, .goto");
    const line = this.lineAt(c.target);
    if (token?.matches(".goto")) return this.reveal(token.dataset.block);
    if (token?.matches(".func, .note")) { if (this.heard.call(token.dataset.f ?? functionName(token.textContent))) return; }
    if (token?.matches(".var")) this.heard.variable(this, token.textContent, line);
    else if (line) this.heard.line(this, line);
    else this.heard.variable(this, null, null);
  }

  place() { this.world.style.transform = `translate(${this.view.x}px, ${this.view.y}px) scale(${this.view.scale})`; }

  zoom(by, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const scale = Math.min(2.5, Math.max(0.03, this.view.scale * by));
    const k = scale / this.view.scale;
    this.view = { x: x - (x - this.view.x) * k, y: y - (y - this.view.y) * k, scale };
    this.place();
  }

  /** The whole graph; a large one its beginning, unless `whole`. */
  fit(whole) {
    const { width, height } = this.size;
    const [w, h] = [this.element.clientWidth, this.element.clientHeight];
    const all = Math.min(1, w / width, h / height);
    const scale = whole || all > 0.55 ? all : Math.min(0.85, Math.max(0.6, w / width));
    const start = this.boxes.get(this.graph.blocks[0]?.name);
    const centre = all > 0.55 || whole || !start ? width / 2 : start.x;
    this.view = { x: w / 2 - centre * scale, y: scale === all ? Math.max(0, (h - height * scale) / 2) : 8, scale };
    this.place();
  }

  /** Shows a graph; `marks`: what differs, from lines to names of classes. A promise: done when the blocks have their places. */
  async show(graph, marks, known) {
    this.graph = graph;
    this.lines = new Map();
    this.elements = new Map();
    const nodes = graph.blocks.map(b => this.block(b, marks, known));
    const targets = new Set(graph.blocks.flatMap(b => b.exits.map(e => e.to)));
    for (const end of ["return", "raise"])
      if (targets.has(end)) nodes.push({ id: end, width: 70, height: 26, element: el(`div.end.${end}`, {}, end) });
    const edges = graph.blocks.flatMap(b => b.exits.map(e => ({ from: b.name, to: e.to, exit: e })))
      .filter(e => nodes.some(n => n.id === e.to));
    this.blocks.replaceChildren(...nodes.map(n => n.element));
    this.edges.replaceChildren();
    // Until the layout is there: a column.
    let y = 20;
    const column = {};
    for (const n of nodes) { column[n.id] = { x: 30 + n.width / 2, y: y + n.height / 2 }; y += n.height + 14; }
    this.settle(nodes, [], { nodes: column, edges: [], width: 60 + Math.max(...nodes.map(n => n.width)), height: y });
    this.fit();
    this.state.textContent = nodes.length > 40 ? `placing ${nodes.length} blocks …` : "";
    this.element.dataset.ready = "";
    const plain = { nodes: nodes.map(({ id, width, height }) => ({ id, width, height })), edges: edges.map(({ from, to }) => ({ from, to })) };
    const layout = graph.graph && nodes.length <= 1500 ? await layouts(plain) : null;
    if (this.graph !== graph) return;
    this.state.textContent = layout || !graph.graph ? "" : `${nodes.length} blocks: too many for a layout, in the order of the text`;
    if (layout) { this.settle(nodes, edges, layout); this.fit(); }
    this.element.dataset.ready = "yes";
  }

  settle(nodes, edges, layout) {
    this.boxes = new Map();
    this.size = { width: layout.width, height: layout.height };
    for (const n of nodes) {
      const { x, y } = layout.nodes[n.id];
      this.boxes.set(n.id, { x, y, width: n.width, height: n.height });
      n.element.style.transform = `translate(${x - n.width / 2}px, ${y - n.height / 2}px)`;
      n.element.style.width = `${n.width}px`;
      n.element.style.height = `${n.height}px`;
    }
    this.edges.setAttribute("width", layout.width);
    this.edges.setAttribute("height", layout.height);
    this.edges.replaceChildren(...this.arrows(edges, layout));
  }

  /** Links begin side by side at the lower border, in the order of where they go. */
  arrows(edges, layout) {
    const leaving = new Map();
    edges.forEach((e, k) => leaving.set(e.from, [...(leaving.get(e.from) ?? []), { ...e, points: [...layout.edges[k]] }]));
    const all = [];
    for (const [from, group] of leaving) {
      const box = this.boxes.get(from);
      group.sort((a, b) => (a.points[1] ?? a.points[0]).x - (b.points[1] ?? b.points[0]).x);
      group.forEach((e, k) => {
        const p = e.points;
        const end = p[p.length - 1], target = this.boxes.get(e.to);
        const down = p[p.length - 1].y <= target.y;
        p[0] = { x: box.x + box.width * ((k + 1) / (group.length + 1) - 0.5) * 0.8, y: p[1] && p[1].y < box.y ? box.y - box.height / 2 : box.y + box.height / 2 };
        p[p.length - 1] = { x: Math.max(target.x - target.width / 2 + 8, Math.min(target.x + target.width / 2 - 8, end.x)), y: down ? target.y - target.height / 2 : target.y + target.height / 2 };
        const kind = e.exit.raises || e.to === "raise" ? "raises" : e.exit.label === "true" ? "yes" : e.exit.label === "false" ? "no" : "plain";
        const last = p[p.length - 1], sign = down ? -1 : 1;
        const path = el(`path.edge.${kind}`, { d: smooth(p) });
        path.exit = e.exit;
        all.push(path, el(`path.arrow.${kind}`, { d: `M${last.x},${last.y}l-4,${7 * sign}h8z` }));
        if (e.exit.label && group.length > 1) {
          const short = e.exit.label.length > 18 ? e.exit.label.slice(0, 17) + "…" : e.exit.label;
          const label = el(`text.${kind}`, { x: p[0].x + 4, y: p[0].y + 13 });
          label.textContent = short;
          all.push(label);
        }
      });
    }
    return all;
  }

  /** A block: its element and size. */
  block(b, marks, known) {
    const rows = [];
    let longest = 12;
    const add = (line, text, kind, extra) => {
      longest = Math.max(longest, text.length + (extra?.length ?? 0) + 1);
      const row = el(`div.line${kind}`, {}, ...coloured(text, known));
      const mark = marks.get(line);
      if (mark && !line.inputs) row.classList.add(mark);
      for (const f of extra?.names ?? []) row.append(el("span.note", { "data-f": f }, ` →${f}`));
      this.lines.set(row, line);
      this.elements.set(line, [...(this.elements.get(line) ?? []), row]);
      rows.push(row);
    };
    for (const line of b.lines) {
      if (line.inputs) add(line, line.text, ".inputs");
      else if (line.exit && b.exits.length) {
        const what = /^(if|switch|catch) ?(%\w+)?/.exec(line.text);
        if (what) add(line, what[0].trim(), ".exit");
        for (const e of b.exits) add(line, `${what ? "  " : ""}${e.label ? e.label + " " : ""}→ ${e.to}(${e.args.join(", ")})`, ".exit");
      } else {
        const called = noted(line.note).filter(f => known(f)).slice(0, 3);
        add(line, line.text, "", called.length && !line.text.includes("@" + called[0]) ? { names: called, length: called.join(" →").length + 2 } : null);
      }
    }
    for (const row of rows.filter(r => r.matches(".exit")))
      for (const word of row.querySelectorAll(".word"))
        if (/^block\d+$/.test(word.textContent)) { word.classList.add("goto"); word.dataset.block = word.textContent; }
    const element = el(`div.block.code`, { "data-name": b.name }, ...rows);
    return { id: b.name, element, width: Math.ceil(Math.min(longest, LONGEST) * characterWidth()) + 2 * PADDING, height: rows.length * LINE + 8 };
  }

  /** Brings a block or a line into the middle. */
  reveal(what) {
    const row = typeof what === "string" ? null : this.elements.get(what)?.[0];
    const name = typeof what === "string" ? what : row?.parentElement.dataset.name;
    const box = this.boxes?.get(name);
    if (!box) return;
    if (this.view.scale < 0.5) this.view.scale = 0.8;
    const y = row ? box.y - box.height / 2 + row.offsetTop : box.y - box.height / 2 + 40;
    this.view.x = this.element.clientWidth / 2 - box.x * this.view.scale;
    this.view.y = this.element.clientHeight / 3 - y * this.view.scale;
    this.place();
    const flash = row ?? this.blocks.querySelector(`[data-name="${name}"]`);
    flash?.animate([{ outline: "3px solid var(--accent)" }, { outline: "3px solid transparent" }], 900);
  }

  /** Marks variables, and the links that pass them. */
  mark(names) {
    for (const e of this.blocks.querySelectorAll(".var.same")) e.classList.remove("same");
    for (const e of this.edges.querySelectorAll(".carries")) e.classList.remove("carries");
    if (!names?.size) return;
    for (const e of this.blocks.querySelectorAll(".var")) if (names.has(e.textContent)) e.classList.add("same");
    for (const e of this.edges.querySelectorAll(".edge")) if (e.exit.args.some(a => names.has(a))) e.classList.add("carries");
  }

  /** Marks the lines for which `test` holds. */
  markLines(test) {
    for (const [row, line] of this.lines ?? []) row.classList.toggle("from-source", test(line));
  }
}

/** Elements for a text. */
function coloured(text, known) {
  let first = true;
  return tokens(text).map(([kind, t]) => {
    if (kind === "other") return t;
    const e = el(`span.${kind}`, {}, t);
    if (kind === "func" && known(functionName(t))) e.classList.add("known");
    if (kind === "word" && first) e.classList.add("operation");
    if (kind === "word") first = false;
    return e;
  });
}
