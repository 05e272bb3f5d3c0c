"use strict";
// The views beside graphs: source, calls, classes.

/** A file with its lines; `line` is called with a number that is clicked. */
class SourceView {
  constructor(files, line) {
    this.files = files;
    this.title = el("div.title");
    this.text = el("div.source.code", { click: c => { const row = c.target.closest("[data-line]"); if (row) line(this.file, +row.dataset.line); } });
    this.element = el("aside.sources", {}, this.title, this.text);
  }

  /** Shows a place: {path, line, from, last, to}. */
  async show(place) {
    const n = this.files.indexOf(place.path);
    this.title.textContent = `${place.path}:${place.line}`;
    this.title.title = place.path;
    if (n < 0) { this.text.replaceChildren("This file is not in the page."); this.file = null; return; }
    if (this.file !== place.path) {
      const text = await part(`source${n}`);
      this.file = place.path;
      this.text.replaceChildren(...text.split("\n").map((l, k) => el("div", { "data-line": k + 1 }, el("i", {}, String(k + 1)), el("span", {}, l))));
      this.now = null;
    }
    if (this.now) { this.now.classList.remove("now"); this.now.lastChild.replaceChildren(this.now.lastChild.textContent); }
    this.now = this.text.children[place.line - 1];
    if (!this.now) return;
    this.now.classList.add("now");
    const cell = this.now.lastChild, text = cell.textContent;
    const to = place.last === place.line ? place.to - 1 : text.length;
    if (place.from && to > place.from - 1)
      cell.replaceChildren(text.slice(0, place.from - 1), el("mark", {}, text.slice(place.from - 1, to)), text.slice(to));
    this.text.scrollTop = this.now.offsetTop - this.text.clientHeight / 3;
  }

  /** The text of a line, if the page has it. */
  async line(place) {
    const n = this.files.indexOf(place.path);
    return n < 0 ? null : (await part(`source${n}`)).split("\n")[place.line - 1];
  }
}

/** Callers and callees of a function, some steps far, laid out. */
class CallView {
  constructor(index, callers, open) {
    Object.assign(this, { index, callers, open });
    this.depth = 2;
    this.canvas = el("div.map");
    const steps = el("select", { title: "Steps from the function", change: c => { this.depth = +c.target.value; this.show(this.now); } },
      ...[1, 2, 3, 4].map(n => el("option", { value: String(n) }, `${n} step${n > 1 ? "s" : ""}`)));
    steps.value = "2";
    this.count = el("span.dim");
    this.element = el("section.calls", {}, el("div.bar", {}, "Calls around this function ", steps, this.count,
      el("span.dim", {}, "dashed: gone at the last stage (inlined, removed)")), this.canvas);
  }

  async show(center) {
    this.now = center;
    const { functions } = this.index;
    const LIMIT = 160;
    const shown = new Set([center]);
    const spread = next => {
      let edge = [center];
      for (let d = 0; d < this.depth; d++) {
        edge = edge.flatMap(n => next(n)).filter(n => shown.size < LIMIT && !shown.has(n) && shown.add(n));
      }
    };
    spread(n => [...functions[n].calls, ...functions[n].inlined]);
    spread(n => this.callers[n]);
    const nodes = [...shown].map(n => ({ id: n, width: Math.min(40, functions[n].name.length) * characterWidth() + 24, height: 26 }));
    const edges = [...shown].flatMap(n => [
      ...functions[n].calls.map(c => ({ from: n, to: c, kind: "plain" })),
      ...functions[n].inlined.map(c => ({ from: n, to: c, kind: "raises" })),
    ]).filter(e => shown.has(e.to));
    this.count.textContent = ` ${shown.size} functions${shown.size >= LIMIT ? " (not all)" : ""} `;
    const layout = await layouts({ nodes, edges: edges.map(({ from, to }) => ({ from, to })), direction: "LR", ranksep: 70, nodesep: 8 });
    if (this.now !== center || !layout) return;
    const svg = el("svg.edges", { width: layout.width, height: layout.height },
      ...edges.flatMap((e, k) => [el(`path.edge.${e.kind}`, { d: smooth(layout.edges[k]) })]));
    this.canvas.replaceChildren(svg, ...nodes.map(n => {
      const { x, y } = layout.nodes[n.id];
      const e = el(`div.call.code${n.id === center ? ".center" : ""}`, { title: `${functions[n.id].name}\nclick: in the middle, double click: its graphs`,
        click: () => this.show(n.id), dblclick: () => this.open(n.id) }, functions[n.id].name);
      e.style.cssText = `left:${x - n.width / 2}px;top:${y - 13}px;width:${n.width}px`;
      return e;
    }));
    const { x, y } = layout.nodes[center];
    this.canvas.scrollTo(x - this.canvas.clientWidth / 2, y - this.canvas.clientHeight / 2);
  }
}

/** The classes as a tree, each with its attributes. */
class ClassView {
  constructor(lines, go) {
    const classes = [];
    for (const l of lines) {
      const [text, note] = splitNote(l.slice(2));
      const head = /^class (.*?)(?:\((.*)\))?$/.exec(text);
      if (head && !l.startsWith(";   ")) classes.push({ name: head[1], base: head[2], attributes: [], heirs: [] });
      else classes.at(-1)?.attributes.push({ text: text.trim(), note });
    }
    const byName = new Map(classes.map(c => [c.name, c]));
    for (const c of classes) byName.get(c.base)?.heirs.push(c);
    const roots = classes.filter(c => !byName.has(c.base));
    const search = el("input", { type: "search", placeholder: "Class or attribute", input: () => filter(search.value) });
    const node = c => {
      const e = el("details.class", { open: true }, el("summary", {}, el("b", {}, c.name), el("span.dim", {}, c.heirs.length ? ` ${c.heirs.length} below` : "")));
      for (const a of c.attributes) {
        const [place] = places(a.note);
        const at = a.text.indexOf(": ");
        e.append(el("div.attribute.code", {}, el("b", {}, a.text.slice(0, at)), a.text.slice(at),
          place ? el("a", { click: () => go(place), title: "Where it came from first" }, ` ${place.path.split("/").at(-1)}:${place.line}`) : null));
      }
      e.append(...c.heirs.map(node));
      return e;
    };
    const tree = el("div.tree", {}, ...(roots.length ? roots.map(node) : [el("p.wait", {}, "The dumps have no classes: these come with the stage annotated.")]));
    function filter(text) {
      const wanted = text.toLowerCase();
      for (const e of [...tree.querySelectorAll(".class")].reverse()) {
        const own = [...e.children].filter(x => !x.matches(".class")).some(x => x.textContent.toLowerCase().includes(wanted));
        e.hidden = !(own || [...e.querySelectorAll(".class")].some(x => !x.hidden));
      }
    }
    this.element = el("section.classes", {}, el("div.bar", {}, search, el("span.dim", {}, `${classes.length} classes`)), tree);
  }
}
