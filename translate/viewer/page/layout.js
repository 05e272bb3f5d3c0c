"use strict";
// Where blocks stand: by dagre, large graphs in a worker, so that the page goes on answering.

/** Runs dagre on {nodes: [{id, width, height}], edges: [{from, to}]}: {nodes: {id: {x, y}}, edges: [[{x, y}]], width, height}. */
function layOut({ nodes, edges, direction, ranksep, nodesep }) {
  const g = new dagre.graphlib.Graph({ multigraph: true });
  g.setGraph({ rankdir: direction ?? "TB", nodesep: nodesep ?? 30, ranksep: ranksep ?? 46, edgesep: 14, marginx: 20, marginy: 20 });
  g.setDefaultEdgeLabel(() => ({}));
  for (const n of nodes) g.setNode(n.id, { width: n.width, height: n.height });
  edges.forEach((e, k) => g.setEdge(e.from, e.to, {}, String(k)));
  dagre.layout(g);
  const { width, height } = g.graph();
  return {
    nodes: Object.fromEntries(nodes.map(n => { const { x, y } = g.node(n.id); return [n.id, { x, y }]; })),
    edges: edges.map((e, k) => g.edge({ v: e.from, w: e.to, name: String(k) }).points),
    width, height,
  };
}

const layouts = (() => {
  const SMALL = 40;
  let worker, next = 0;
  const waiting = new Map();
  function start() {
    const code = [document.getElementById("dagre").textContent, layOut.toString(),
      "onmessage = e => { const [id, graph] = e.data; let done = null; try { done = layOut(graph); } catch {} postMessage([id, done]); };"];
    worker = new Worker(URL.createObjectURL(new Blob(code.map(c => c + "\n"), { type: "text/javascript" })));
    worker.onmessage = e => { waiting.get(e.data[0])?.(e.data[1]); waiting.delete(e.data[0]); };
  }
  /** A promise of the layout; null if there is none. */
  return graph => {
    if (graph.nodes.length <= SMALL) return Promise.resolve(layOut(graph));
    if (!worker) start();
    const id = next++;
    return new Promise(done => { waiting.set(id, done); worker.postMessage([id, graph]); });
  };
})();

/** A smooth path through points. */
function smooth(points) {
  const p = points;
  if (p.length < 3) return "M" + p.map(q => `${q.x},${q.y}`).join("L");
  let d = `M${p[0].x},${p[0].y}`;
  for (let i = 1; i < p.length - 1; i++) {
    const end = i === p.length - 2 ? p[i + 1] : { x: (p[i].x + p[i + 1].x) / 2, y: (p[i].y + p[i + 1].y) / 2 };
    d += `Q${p[i].x},${p[i].y} ${end.x},${end.y}`;
  }
  return d;
}
