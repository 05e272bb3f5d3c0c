"use strict";
// What differs between two stages. Names of variables and blocks carry numbers that change with everything in front of them, so
// lines are compared without these.

/** A line as it is compared. */
const compared = line => line.text.replace(/%([A-Za-z_]\w*?)\d+\b/g, "%$1").replace(/\bblock\d+/g, "block");

/**
 * Compares graphs: {left, right}: a Map from lines to what became of them ("gone", "new", "changed" with other operands), and
 * `partner`, from each line that is on both sides to the other one.
 */
function compareGraphs(a, b) {
  const left = new Map(), right = new Map(), partner = new Map();
  if ((a.types.size === 0) !== (b.types.size === 0)) return compareDialects(a, b);
  const lines = g => g.blocks.flatMap(b => b.lines.filter(l => !l.inputs));
  const [xs, ys] = [lines(a), lines(b)];
  const [kx, ky] = [xs.map(compared), ys.map(compared)];
  let i = 0, j = 0;
  const pairUp = end => { while (i < end) { partner.set(xs[i], ys[j]); partner.set(ys[j], xs[i]); i++; j++; } };
  for (const [si, ei, sj, ej] of myers.diff(kx, ky)) {
    pairUp(si);
    similar(xs.slice(si, ei), ys.slice(sj, ej));
    i = ei; j = ej;
  }
  pairUp(xs.length);
  // What is the same operation with other operands was changed, not removed and added.
  function similar(gone, added) {
    const operation = l => /^(?:%\w+ = )?(\w+)/.exec(l.text)?.[1];
    let from = 0;
    for (const g of gone) {
      const k = added.findIndex((n, at) => at >= from && operation(n) === operation(g) && !partner.has(n));
      if (k < 0) { left.set(g, "gone"); continue; }
      from = k + 1;
      partner.set(g, added[k]); partner.set(added[k], g);
      left.set(g, "changed"); right.set(added[k], "changed");
    }
    for (const n of added) if (!partner.has(n)) right.set(n, "new");
  }
  return { left, right, partner };
}

/**
 * High-level graphs have no operation in common with low-level ones. Those of the same place belong together; only what has no
 * counterpart there is marked.
 */
function compareDialects(a, b) {
  const left = new Map(), right = new Map(), partner = new Map();
  const lines = g => g.blocks.flatMap(b => b.lines.filter(l => !l.inputs && !l.exit));
  const at = l => l.note.split(/(?:^| )calls /)[0].trim();
  const own = new Map();
  for (const l of lines(a)) own.set(at(l), [...(own.get(at(l)) ?? []), l]);
  for (const l of lines(b)) {
    const same = at(l) ? own.get(at(l)) : undefined;
    if (!same) { right.set(l, "new"); continue; }
    // The last operation of a place gives its value: so do the last ones here.
    partner.set(l, same.at(-1));
    for (const s of same) partner.set(s, l);
  }
  for (const l of lines(a)) if (!partner.has(l)) left.set(l, "gone");
  return { left, right, partner };
}

/** The variable of graph `b` that stands for `name` of graph `a`, if the operation that makes it has a partner. */
function counterpart(comparison, a, b, name) {
  for (const [k, block] of a.blocks.entries()) {
    const line = block.lines.find(l => l.result === name);
    if (line) return comparison.partner.get(line)?.result ?? null;
    const at = (block.lines[0].inputs ?? []).indexOf(name);
    if (at < 0) continue;
    if (k === 0) return b.blocks[0]?.lines[0].inputs?.[at] ?? null;
    // An input: by its name in the block of a partner line.
    const twin = block.lines.map(l => comparison.partner.get(l)).find(l => l);
    const other = twin && b.blocks.find(x => x.lines.includes(twin));
    const plain = n => n.replace(/\d+$/, "");
    return other?.lines[0].inputs?.find(n => plain(n) === plain(name)) ?? null;
  }
  return null;
}
