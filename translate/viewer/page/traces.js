"use strict";
// The page of traces: loops and bridges as a tree; of each what was recorded, what was left, and the machine code.

(async () => {
  const index = await part("index");
  const { traces } = index;
  const labels = new Map(index.labels);
  const files = new Map(index.files.map(f => [f.path, f.text.split("\n")]));
  const number = n => n === null || n === undefined ? "–" : n.toLocaleString("en-US");
  const numberIn = (line, kind) => { const m = new RegExp(`descr=<${kind}(\\d+)>`).exec(line); return m ? +m[1] : null; };
  /** Lines in front of the operations: what it is, and its inputs. */
  const HEADING = 2;
  const isGuard = l => /\bguard_\w+\(/.test(l);
  const CLASSES = {
    guards: isGuard,
    allocations: l => /= new|\bnew(_|\()|newstr|newunicode|alloc/.test(l),
    calls: l => /\bcall(_\w+)?\(|cond_call/.test(l),
    writes: l => /\bset(field|arrayitem|interiorfield)\w*\(|raw_store/.test(l),
    reads: l => /\bget(field|arrayitem|interiorfield)\w*\(|raw_load/.test(l),
  };

  // ---------------------------------------------------------------- which trace belongs to which
  const ownerOfGuard = new Map();
  traces.forEach((t, n) => { for (const l of t.optimised) { const g = isGuard(l) && numberIn(l, "Guard"); if (g !== false && g !== null) ownerOfGuard.set(g, n); } });
  const guardOf = t => { const m = /^bridge out of Guard (\d+)/.exec(t.name); return m ? +m[1] : null; };
  const bridgeOfGuard = new Map();
  const children = traces.map(() => []);
  const roots = [];
  traces.forEach((t, n) => {
    const g = guardOf(t);
    if (g !== null) bridgeOfGuard.set(g, n);
    const parent = g === null ? undefined : ownerOfGuard.get(g);
    (parent === undefined || parent === n ? roots : children[parent]).push(n);
  });
  /** How often it ran: the passes of its labels, or its entries. */
  const passes = t => Math.max(t.entries ?? 0, ...t.optimised.filter(l => l.startsWith("label(")).map(l => labels.get(numberIn(l, "Loop")) ?? 0));
  const most = Math.max(1, ...traces.map(passes));
  const weight = n => passes(traces[n]) + children[n].reduce((sum, c) => sum + weight(c), 0);
  const byWeight = (a, b) => weight(b) - weight(a);
  roots.sort(byWeight);
  children.forEach(c => c.sort(byWeight));
  const title = t => /^# .*?\((.*)\) ?(?::|with)/.exec(t.optimised[0] ?? "")?.[1] ?? merge(t.recorded.find(l => merge(l) !== null) ?? "")?.text ?? "";

  /** The guest position of a debug_merge_point: {text, depth}. */
  function merge(line) {
    const m = /^debug_merge_point\('((?:[^'\\]|\\.)*)', (\d+)/.exec(line);
    return m && { text: m[1].replace(/\\(.)/g, "$1"), depth: +m[2] };
  }

  // ---------------------------------------------------------------- the tree
  const row = (n, depth) => {
    const t = traces[n];
    return el("a.trace", { href: `#t=${n}`, "data-n": n, style: `padding-left:${10 + depth * 16}px`, title: title(t), click: c => { c.preventDefault(); open(n, null, true); } },
      el("span.heat", { style: `width:${Math.max(2, 100 * Math.log(passes(t) + 1) / Math.log(most + 1))}%` }),
      el(t.broken.length ? "b.broken" : "b", {}, t.name.replace("bridge out of", "↳")), el("span.count", {}, t.aborted ? "no code" : number(passes(t))),
      el("span.dim.where", {}, title(t)));
  };
  const tree = el("div.tracetree");
  const grow = (n, depth) => [row(n, depth), ...children[n].flatMap(c => grow(c, depth + 1))];
  tree.append(...roots.flatMap(n => grow(n, 0)));
  const search = el("input", { type: "search", placeholder: "Loop, bridge, guest position, operation", input: () => {
    const wanted = search.value.toLowerCase();
    for (const r of tree.children) {
      const t = traces[r.dataset.n];
      r.hidden = !(t.name + title(t) + t.optimised.join("\n") + t.recorded.join("\n")).toLowerCase().includes(wanted);
    }
  } });

  // ---------------------------------------------------------------- the filters
  const on = new Set();
  const filters = Object.keys(CLASSES).map(k => el("button.tab", { "data-filter": k, click: e => {
    on.has(k) ? on.delete(k) : on.add(k);
    e.target.classList.toggle("on", on.has(k));
    filter();
  } }, k));
  function filter() {
    for (const r of main.querySelectorAll(".op")) r.classList.toggle("faint", on.size > 0 && ![...on].some(k => CLASSES[k](r.dataset.text)));
    main.classList.toggle("filtered", on.size > 0);
  }

  // ---------------------------------------------------------------- one trace
  const main = el("section.main");
  const summary = el("details.menu", {}, el("summary", {}, "the whole run"), el("div", {}, el("pre.code", {}, index.summary.join("\n") || "The log has no jit-summary.")));
  document.getElementById("page").replaceChildren(
    el("header", {}, el("h1", {}, index.title), summary, ...index.broken.map(b => el("span.broken", {}, b)), el("span.space"), el("span.dim", {}, "show only "), ...filters, themeButton()),
    el("nav", {}, el("div.bar", {}, search), tree), el("div.center", {}, main));

  /** Operations in colours: names of values, descriptions, numbers. */
  function operation(line) {
    const parts = line.split(/(\bdescr=<[^>]*>|\b[ipf]\d+\b|Const(?:Ptr|Class)\([^)]*\)|'(?:[^'\\]|\\.)*'|(?<![\w.])-?\d[\d.e+-]*)/);
    return parts.map((p, k) => {
      if (k % 2 === 0) { const m = /^(\s*=?\s*)(\w+)(?=\()(.*)$/s.exec(p); return m ? el("span", {}, m[1], el("span.operation", {}, m[2]), m[3]) : p; }
      if (/^descr/.test(p)) return el("span.field", {}, p);
      if (/^[ipf]\d/.test(p)) return el("span.var", { "data-v": p }, p);
      return el(/^Const|^'/.test(p) ? "span.text" : "span.num", {}, p);
    });
  }

  const resumeOf = t => new Map(t.resume.filter(l => l.startsWith("Guard")).map(l => {
    const m = /^Guard(\d+) (\w+): (.*?)(?:  ; (.*))?$/s.exec(l);
    return m && [+m[1], { data: m[3], places: (m[4] ?? "").split(" < ").filter(p => p).map(p => { const k = p.lastIndexOf(":"); return { path: p.slice(0, k), line: +p.slice(k + 1) }; }) }];
  }).filter(x => x));

  const sourceLine = p => files.get(p.path)?.[p.line - 1]?.trim() ?? "";
  const placeName = p => `${p.path.split("/").at(-1)}:${p.line}`;

  /** Resume data, a piece on each line: frames, objects, writes. */
  function rebuilt(data) {
    const pieces = data.split(/ (?=(?:[\w.]+:\d+\[|v\d+=|pending\(|known\())/);
    return pieces.map(p => {
      const kind = /^v\d+=/.test(p) ? "virtual" : p.startsWith("pending") ? "write" : p.startsWith("known") ? "known" : "frame";
      return el("div.code", {}, el("span.dim", {}, kind.padEnd(8)), p);
    });
  }

  /** The head of what is done at a guest position. */
  const position = m => el("div.position", { "data-at": m.text }, el("div.guest", { title: m.text, style: `padding-left:${10 + m.depth * 14}px` }, marked(m.text)));

  /** A column of operations, cut at the guest positions; behind each stretch that a guard ends: the interpreter's line. */
  function column(t, lines, resume) {
    const broken = new Map(resume ? t.broken : []);
    const groups = [];
    let group = null;
    const start = m => { group = position(m); groups.push(group); };
    let waiting = [];
    for (const [n, line] of lines.entries()) {
      const m = merge(line);
      if (m) { start(m); waiting = []; continue; }
      if (!group) { group = el("div.position"); groups.push(group); }
      if (line.startsWith("#") || line.startsWith("[")) { group.append(el("div.op.code.dim", { "data-text": "" }, line)); continue; }
      const e = el("div.op.code", { "data-text": line, "data-n": n - HEADING }, ...operation(line));
      waiting.push(e);
      group.append(e);
      if (broken.has(n)) { e.classList.add("broken"); e.prepend(el("span.badge", {}, broken.get(n))); }
      if (line.startsWith("label(")) {
        const n = labels.get(numberIn(line, "Loop"));
        e.classList.add("label");
        if (n !== undefined) e.prepend(el("span.badge", {}, `${number(n)} times`));
      }
      if (!isGuard(line)) continue;
      e.classList.add("guard");
      const g = numberIn(line, "Guard");
      const data = resume?.get(g);
      const bridge = resume ? bridgeOfGuard.get(g) : undefined;
      if (bridge !== undefined) e.append(el("a.badge", { href: `#t=${bridge}`, click: c => { c.preventDefault(); c.stopPropagation(); open(bridge, null, true); } }, `↳ ${number(passes(traces[bridge]))} times`));
      if (data) {
        const [place] = data.places;
        if (place) {
          for (const w of waiting) w.dataset.place = placeName(place);
          group.insertBefore(el("div.line-of", { title: data.places.map(p => `${p.path}:${p.line}  ${sourceLine(p)}`).join("\n") },
            el("span.dim", {}, placeName(place)), el("span.code", {}, sourceLine(place))), waiting[0]);
        }
        waiting = [];
        const more = el("div.resume", { hidden: true }, ...data.places.map(p => el("div.code", {}, el("span.dim", {}, placeName(p).padEnd(20)), sourceLine(p))), ...rebuilt(data.data));
        e.addEventListener("click", () => { more.hidden = !more.hidden; });
        e.title = "click: what is rebuilt when it fails";
        group.append(more);
      }
    }
    return groups;
  }

  /** Interpreters often mark the current instruction with underscores or an arrow; long texts are cut around the mark. */
  function marked(text) {
    const m = /_(.)_/.exec(text);
    if (!m || text.length < 48) return text;
    const at = m.index, from = Math.max(0, at - 22), to = Math.min(text.length, at + 25);
    return el("span", {}, (from ? "…" : "") + text.slice(from, at), el("mark", {}, m[1]), text.slice(at + 3, to) + (to < text.length ? "…" : ""));
  }

  /** Instructions between two offsets, of an operation if that is known. */
  function instructions(t, from, to, targets, operation) {
    return t.code.filter(([offset]) => offset >= from && offset < to).map(([offset, text, jump]) => {
      const m = /^(\S+)(.*)$/.exec(text);
      const e = el("div.op.code.instruction", { "data-text": operation ?? (/^call/.test(text) ? "call(" : ""), id: `at${offset}` },
        el("span.dim", {}, `${targets.has(offset) ? "▸" : " "}${offset.toString(16).padStart(4)}  `), el("span.operation", {}, m[1].padEnd(7)), jump === null ? m[2] : "");
      if (jump !== null) e.append(el("a", { click: () => document.getElementById(`at${jump}`)?.scrollIntoView({ block: "center" }) }, ` ${jump.toString(16)}`));
      return e;
    });
  }

  /** The machine code, each stretch below the operation that it does, cut at the guest positions as the operations are. */
  function machine(t) {
    if (!t.code.length) return [el("p.wait", {}, t.bytes ? "" : "The log has no machine code (PYPYLOG with jit-backend-dump).")];
    const targets = new Set(t.code.map(c => c[2]).filter(x => x !== null));
    if (!t.offsets.length) return instructions(t, 0, t.bytes, targets);
    const OTHER = { count: "# counts how often it is passed, since there is a log", exits: "# rare ways, constants, exits" };
    const groups = [el("div.position", {}, ...stretch("# moves the inputs", null, 0, t.offsets[0][0]))];
    function stretch(title, n, from, to) {
      const body = instructions(t, from, to, targets, title);
      if (!body.length && n === null) return [];
      const head = title.startsWith("#") ? [title] : operation(title);
      const kind = isGuard(title) ? ".guard" : title.startsWith("label(") ? ".label" : "";
      return [el(`div.op.code.of${kind}`, { "data-text": title, "data-n": n ?? "" }, ...head), ...body];
    }
    t.offsets.forEach(([from, what], k) => {
      const to = t.offsets[k + 1]?.[0] ?? t.bytes;
      const line = OTHER[what] ?? t.optimised[+what + HEADING] ?? "";
      const m = merge(line);
      if (m) { groups.push(position(m)); return; }
      groups.at(-1).append(...stretch(line, what in OTHER ? null : +what, from, to));
    });
    return groups;
  }

  function open(n, value, step) {
    const t = traces[n];
    if (!t) return;
    setAddress({ t: n, v: value, theme: address().get("theme") }, step);
    document.title = `${t.name} – ${index.title}`;
    for (const r of tree.children) r.classList.toggle("now", +r.dataset.n === n);
    tree.querySelector(".now")?.scrollIntoView({ block: "nearest" });
    const operations = lines => lines.filter(l => /\(/.test(l) && !l.startsWith("#") && !/^(debug_merge_point|label|jump|\[)/.test(l)).length;
    const guards = t.optimised.filter(isGuard).length;
    const facts = [
      ["ran", `${number(passes(t))} times`], ["recorded", `${operations(t.recorded)} operations`], ["left", `${operations(t.optimised)} operations, ${guards} guards`],
      ["machine code", t.bytes ? `${number(t.bytes)} bytes at ${t.address}` : "–"], ["making it took", t.microseconds === null ? "–" : `${number(t.microseconds)} µs`],
    ];
    if (t.aborted) facts.push(["no code", t.aborted]);
    if (t.broken.length) facts.push(["not as expected", `${t.broken.length} operations`]);
    const pane = (name, children) => el("section.pane", { "data-column": name }, el("div.head", {}, el("b", {}, name)), el("div.ops", {}, ...children));
    main.replaceChildren(
      el("div.function", {}, el("h2.code", {}, t.name), el("span.dim.where", { title: title(t) }, title(t)), ...facts.map(([k, v]) => el("span.fact", {}, el("span.dim", {}, `${k} `), v))),
      el("div.panes.three", {},
        pane("recorded", t.recorded.length ? column(t, t.recorded, null) : [el("p.wait", {}, "The log has no recorded traces (PYPYLOG with jit-log-noopt).")]),
        pane("optimised", t.optimised.length ? column(t, t.optimised, resumeOf(t)) : [el("p.wait", {}, t.aborted ?? "")]),
        pane("machine code", machine(t))));
    filter();
    if (value) follow(value);
  }

  function follow(value) {
    for (const e of main.querySelectorAll("[data-v]")) e.classList.toggle("same", e.dataset.v === value && (!e.closest("[data-column='recorded']") || follow.column === "recorded"));
  }
  /** Shows an operation of the one column in the other: what was left, and its machine code. */
  function across(op) {
    const from = op.closest("[data-column]").dataset.column, n = op.dataset.n;
    const to = { optimised: "machine code", "machine code": "optimised" }[from];
    const same = to && n !== "" && main.querySelector(`[data-column="${to}"] .op[data-n="${n}"]`);
    if (!same) return;
    for (const e of main.querySelectorAll(".chosen")) e.classList.remove("chosen");
    for (const e of [op, same]) e.classList.add("chosen");
    same.scrollIntoView({ block: "center" });
  }
  main.addEventListener("click", c => {
    const value = c.target.closest("[data-v]");
    if (value) {
      c.stopPropagation();
      follow.column = value.closest("[data-column]").dataset.column;
      for (const e of main.querySelectorAll("[data-v]")) e.classList.toggle("same", e.dataset.v === value.dataset.v && e.closest("[data-column]").dataset.column === follow.column);
      return;
    }
    const op = c.target.closest(".op[data-n]");
    if (op) across(op);
    const guest = c.target.closest(".guest");
    if (!guest) return;
    for (const p of main.querySelectorAll(".pane")) {
      if (p.contains(guest)) continue;
      const same = [...p.querySelectorAll(".position")].findLast(x => x.dataset.at === guest.parentElement.dataset.at);
      same?.scrollIntoView({ block: "start" });
      same?.animate([{ background: "var(--same)" }, { background: "transparent" }], 900);
    }
  }, true);
  const go = () => open(+(address().get("t") ?? roots[0] ?? 0), address().get("v"), false);
  addEventListener("popstate", go);
  go();
  document.body.dataset.ready = "yes";
})();
