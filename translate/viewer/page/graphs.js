"use strict";
// The page of graphs: the list of functions, two stages side by side, what is clicked and pointed at.

(async () => {
  const index = await part("index");
  const { functions, stages } = index;
  const numbers = new Map(functions.map((f, n) => [f.name, n]));
  const callers = functions.map(() => []);
  functions.forEach((f, n) => { for (const c of [...f.calls, ...f.inlined]) if (!callers[c].includes(n)) callers[c].push(n); });
  const known = name => numbers.has(name);

  const parsed = new Map();
  /** The graph of a function at a stage (its number among those of the function). */
  async function graphOf(n, version) {
    const key = `${n} ${version}`;
    if (!parsed.has(key)) parsed.set(key, parseGraph((await part(`texts${functions[n].chunk}`))[functions[n].at][version]));
    return parsed.get(key);
  }

  // ---------------------------------------------------------------- what is shown
  const now = { f: null, versions: [0, 0], variable: null, view: "graph" };
  const panes = [0, 1].map(side => new Pane({
    variable: (pane, name) => follow(side, name),
    line: (_, line) => choose(side, line),
    call: name => known(name) && (open(numbers.get(name)), true),
    hover: (pane, event, what) => explain(side, event, what),
  }));
  let graphs = [], comparison = null;

  const heads = [el("div.head"), el("div.head")];
  const source = new SourceView(index.files, (path, line) => {
    for (const p of panes) p.markLines(l => places(l.note).some(x => x.path === path && x.line <= line && line <= x.last));
  });
  const title = el("div.function");
  const columns = panes.map((p, side) => el("section.pane", {}, heads[side], p.element));
  const graphView = el("section.graph", {}, title, el("div.panes", {}, ...columns));
  const callView = new CallView(index, callers, n => { setView("graph"); open(n); });
  const classView = new ClassView(index.classes, place => { toggleSource(true); source.show(place); });

  // ---------------------------------------------------------------- the list
  const search = el("input", { type: "search", placeholder: "Function  ( / )", "aria-label": "Search functions", input: () => filter() });
  const found = el("span.dim");
  let shown = [];
  const list = longList(26, n => {
    const f = functions[n];
    const file = f.file === null ? "" : index.files[f.file].split("/").at(-1);
    return el(`a.row${n === now.f ? ".now" : ""}`, { href: `#f=${encodeURIComponent(f.name)}`, title: f.name, click: c => { c.preventDefault(); open(n); } },
      el("span.name", {}, f.name), el("span.dim", {}, file && `${file}:${f.line}`));
  });
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(w => w);
    shown = functions.map((_, n) => n).filter(n => {
      const text = `${functions[n].name} ${functions[n].file === null ? "" : index.files[functions[n].file]}`.toLowerCase();
      return words.every(w => text.includes(w));
    });
    const wanted = search.value.toLowerCase();
    if (wanted) shown.sort((a, b) => rank(a) - rank(b));
    function rank(n) { const name = functions[n].name.toLowerCase(); return name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3; }
    list.list.scrollTop = 0;
    list.set(shown);
    found.textContent = `${shown.length} of ${functions.length}`;
  }
  search.addEventListener("keydown", k => { if (k.key === "Enter" && shown.length) open(shown[0]); });
  addEventListener("keydown", k => {
    if (k.key === "/" && document.activeElement !== search) { k.preventDefault(); search.select(); }
    if (k.target.matches("input, select")) return;
    if (k.key === "ArrowRight" || k.key === "ArrowLeft") step(k.key === "ArrowRight" ? 1 : -1);
    if (k.key === "Escape") follow(0, null);
  });

  // ---------------------------------------------------------------- the frame
  const views = { graph: graphView, calls: callView.element, classes: classView.element };
  const tabs = Object.keys(views).map(v => el("button.tab", { "data-view": v, click: () => { setView(v); remember(true); } }, { graph: "Graphs", calls: "Calls", classes: "Classes" }[v]));
  const sourceButton = el("button.tab", { title: "Source beside the graphs", click: () => toggleSource() }, "Source");
  const oneButton = el("button.tab", { title: "One stage or two side by side", click: () => { document.body.classList.toggle("one"); panes.forEach(p => p.size && p.fit()); } }, "One | two");
  function toggleSource(on) { sourceButton.classList.toggle("on", document.body.classList.toggle("with-source", on)); }
  const page = document.getElementById("page");
  page.replaceChildren(
    el("header", {}, el("h1", {}, index.title), ...tabs, el("span.space"), oneButton, sourceButton, themeButton()),
    el("nav", {}, el("div.bar", {}, search, found), list.list),
    el("div.center", {}, ...Object.values(views)),
    source.element);
  function setView(view) {
    now.view = view in views ? view : "graph";
    for (const [name, e] of Object.entries(views)) e.hidden = name !== now.view;
    for (const t of tabs) t.classList.toggle("on", t.dataset.view === now.view);
    if (now.view === "calls" && now.f !== null) callView.show(now.f);
  }

  // ---------------------------------------------------------------- opening
  const stageOf = side => stages[functions[now.f].stages[now.versions[side]]];

  function remember(step) {
    if (now.f === null) return;
    setAddress({ f: functions[now.f].name, left: stageOf(0), right: stageOf(1), v: now.variable, view: now.view === "graph" ? "" : now.view, theme: address().get("theme") }, step);
  }

  /** The version that a stage left: that of this stage, or the last one before it. */
  function versionAt(n, stage, otherwise) {
    const wanted = stages.indexOf(stage);
    if (wanted < 0) return otherwise;
    return Math.max(0, functions[n].stages.findLastIndex(s => s <= wanted));
  }

  async function open(n, { left, right, variable, quiet } = {}) {
    const last = functions[n].stages.length - 1;
    const code = stages.indexOf("jitcode");
    const graphsOnly = functions[n].stages.findLastIndex(s => s !== code);
    const start = now.f === null ? [Math.max(0, versionAt(n, "annotated", 0)), Math.max(0, versionAt(n, "rtyped", graphsOnly < 0 ? last : graphsOnly))]
      : [versionAt(n, stageOf(0), 0), versionAt(n, stageOf(1), last)];
    now.f = n;
    now.versions = [versionAt(n, left, start[0]), versionAt(n, right, start[1])];
    if (now.versions[0] === now.versions[1] && !left && now.versions[0] > 0) now.versions[0]--;
    now.variable = null;
    if (!quiet) remember(true);
    if (now.view === "calls") callView.show(n);
    await draw();
    list.draw();
    if (quiet && shown.includes(n)) list.reveal(shown.indexOf(n));
    if (variable) follow(0, variable);
  }

  async function draw() {
    const n = now.f, f = functions[n];
    for (const p of panes) p.element.dataset.ready = "";
    document.title = `${f.name} – ${index.title}`;
    const menu = (label, all) => el("details.menu", {}, el("summary", {}, `${all.length} ${label}${all.length === 1 ? "" : "s"}`), el("div", {}, ...all.map(c => el("a", { click: () => open(c) }, functions[c].name))));
    const place = f.file === null ? null : { path: index.files[f.file], line: f.line, from: 0 };
    const calls = [...new Set([...f.calls, ...f.inlined])];
    title.replaceChildren(el("h2.code", {}, f.name),
      place ? el("a", { click: () => { toggleSource(true); source.show(place); } }, `${place.path}:${place.line}`) : "",
      menu("caller", callers[n]), menu("callee", calls),
      el("span.legend", {}, el("i.gone", {}, "removed"), el("i.changed", {}, "other operands"), el("i.new", {}, "added")));
    const versions = [...now.versions];
    const both = await Promise.all(versions.map(v => graphOf(n, v)));
    if (now.f !== n || versions.some((v, k) => v !== now.versions[k])) return;
    graphs = both;
    comparison = compareGraphs(graphs[0], graphs[1]);
    if (graphs[0] === graphs[1] || graphs[0].graph !== graphs[1].graph) comparison = { left: new Map(), right: new Map(), partner: new Map() };
    const count = (marks, kind) => [...marks.values()].filter(m => m === kind).length;
    [0, 1].forEach(side => {
      const g = graphs[side];
      const lines = g.blocks.reduce((sum, b) => sum + b.lines.filter(l => !l.inputs && !l.exit).length, 0);
      const size = g.graph ? `${g.blocks.length} blocks, ${lines} operations` : `${lines} instructions`;
      const marks = side ? comparison.right : comparison.left;
      const told = side ? `+${count(marks, "new")}  ~${count(marks, "changed")}` : `−${count(marks, "gone")}  ~${count(marks, "changed")}`;
      heads[side].replaceChildren(
        el("div.stages", {}, ...f.stages.map((s, v) => el(`button.stage${v === now.versions[side] ? ".on" : ""}`, { click: () => n === now.f && setVersion(side, v) }, stages[s]))),
        el("div.dim", {}, `${size}   ${told}`));
      panes[side].element.title = "";
    });
    if (place && source.file !== place.path) source.show(place);
    await Promise.all([0, 1].map(side => panes[side].show(graphs[side], side ? comparison.right : comparison.left, known)));
    if (now.variable) follow(0, now.variable);
  }

  async function setVersion(side, version) {
    now.versions[side] = version;
    remember(true);
    await draw();
  }

  /** Both panes go to the next change. */
  function step(by) {
    if (now.f === null) return;
    const last = functions[now.f].stages.length - 1;
    const right = Math.min(last, Math.max(1, now.versions[1] + by));
    now.versions = [Math.max(0, right - 1), Math.min(right, last)];
    remember(true);
    draw();
  }

  // ---------------------------------------------------------------- following
  function follow(side, name) {
    now.variable = name;
    remember(false);
    if (!graphs.length) return;
    const names = [null, null];
    names[side] = name && sameValue(graphs[side], name);
    const [here, there] = [graphs[side], graphs[1 - side]];
    const toThere = side === 0 ? comparison : { partner: comparison.partner };
    const others = new Set();
    if (name) {
      const exact = counterpart(toThere, here, there, name);
      if (exact) for (const w of sameValue(there, exact)) others.add(w);
    }
    names[1 - side] = others;
    panes.forEach((p, k) => p.mark(names[k]));
  }

  function choose(side, line) {
    const [place] = places(line.note);
    if (place) source.show(place);
    const partner = comparison?.partner.get(line);
    if (partner) panes[1 - side].reveal(partner);
  }

  let pointing = 0;
  async function explain(side, event, { name, call, line }) {
    const mine = ++pointing;
    const graph = graphs[side];
    const content = [];
    if (call) {
      const n = numbers.get(call);
      content.push(el("b.code", {}, call), el("div.dim", {}, n === undefined ? "not in this page" : "click: open it"));
    } else if (name) {
      const told = graph.notes.get(name) ?? graph.types.get(name);
      content.push(el("div.code", {}, el("b", {}, name), told ? `: ${told}` : ""));
      if (!graph.notes.get(name)) content.push(...await annotationElsewhere(side, name));
      const from = origins(graph, name).filter(o => o.kind !== "op" || o.name !== name || o.line !== line);
      if (from.length) content.push(el("div.dim", {}, "comes from"));
      for (const o of from.slice(0, 8)) content.push(...await originLines(side, graph, o));
      if (from.length > 8) content.push(el("div.dim", {}, `and ${from.length - 8} more places`));
      content.push(el("div.dim", {}, "click: follow it through links"));
    } else if (line) {
      if (line.text.length > LONGEST) content.push(el("div.code", {}, line.text));
      const all = places(line.note);
      for (const [k, p] of all.entries()) {
        const text = await source.line(p);
        content.push(el("div.code", {}, el("span.dim", {}, `${k ? "inlined to " : ""}${p.path}:${p.line}  `), (text ?? "").trim()));
      }
      const called = noted(line.note);
      if (called.length) content.push(el("div.code", {}, `calls ${called.join(", ")}`));
    }
    if (mine !== pointing) return;
    if (content.length) bubble.show(content, event); else bubble.hide();
  }

  /** The annotation of the variable that stands for this one at the annotated stage. */
  async function annotationElsewhere(side, name) {
    const at = functions[now.f].stages.indexOf(stages.indexOf("annotated"));
    if (at < 0 || at === now.versions[side]) return [];
    const [annotated, here] = [await graphOf(now.f, at), graphs[side]];
    const other = counterpart(compareGraphs(here, annotated), here, annotated, name);
    const told = other && annotated.notes.get(other);
    return told ? [el("div.code", {}, el("span.dim", {}, "annotated "), `${other}: ${told}`)] : [];
  }

  async function originLines(side, graph, o) {
    const notes = v => graph.notes.get(v) ?? graph.types.get(v);
    const place = o.line && places(o.line.note)[0];
    const at = place ? el("span.dim", {}, ` ${place.path.split("/").at(-1)}:${place.line}`) : "";
    if (o.kind === "const") return [el("div.code", {}, `· ${o.text}, a constant in ${o.block}`, at)];
    if (o.kind === "op") return [el("div.code", {}, `· ${o.line.text.slice(0, 70)}`, notes(o.name) ? `: ${notes(o.name)}` : "", at)];
    const lines = [el("div.code", {}, `· parameter ${o.index + 1}${notes(o.name) ? `: ${notes(o.name)}` : ""}`)];
    for (const c of callers[now.f].slice(0, 6)) lines.push(...await passedBy(side, c, o.index));
    return lines;
  }

  /** What a caller passes as an argument, at the same stage. */
  async function passedBy(side, caller, index) {
    const graph = await graphOf(caller, versionAt(caller, stageOf(side), 0));
    const lines = [];
    const own = functions[now.f].name;
    for (const b of graph.blocks)
      for (const l of b.lines) {
        const direct = tokens(l.text).findIndex(([kind, t]) => kind === "func" && functionName(t) === own) >= 0;
        if (!direct && !noted(l.note).includes(own)) continue;
        const args = listOf(l.text.replace(/^(?:%\w+ = )?\w+/, ""));
        // A method is called without the instance that it was taken from.
        const passed = args.length - 1 > index || direct ? args[index + 1] : args[index];
        const told = graph.notes.get(passed) ?? graph.types.get(passed);
        const [place] = places(l.note);
        lines.push(el("div.code", {}, `   ${functions[caller].name} passes ${passed ?? "it"}${told ? `: ${told}` : ""}`,
          place ? el("span.dim", {}, ` ${place.path.split("/").at(-1)}:${place.line}`) : ""));
        if (lines.length > 2) return lines;
      }
    return lines;
  }

  // ---------------------------------------------------------------- start
  async function go() {
    const asked = address();
    setView(asked.get("view") ?? "graph");
    const n = numbers.get(asked.get("f"));
    if (n !== undefined) await open(n, { left: asked.get("left"), right: asked.get("right"), variable: asked.get("v"), quiet: true });
    else if (now.f === null && functions.length) {
      const entry = numbers.get("entry_point") ?? functions.findIndex(f => f.file !== null && !index.files[f.file].startsWith("<"));
      await open(Math.max(0, entry), { quiet: true });
    }
  }
  addEventListener("popstate", go);
  filter();
  await go();
  document.body.dataset.ready = "yes";
})();
