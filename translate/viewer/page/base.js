"use strict";
// What both pages share: unpacking of data, making of elements, theme, the address.

/** Unpacked data of the element `id`; unpacked once. */
const part = (() => {
  const known = new Map();
  const unpack = async id => {
    const packed = atob(document.getElementById(id).textContent);
    const bytes = Uint8Array.from(packed, c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).json();
  };
  return id => {
    if (!known.has(id)) known.set(id, unpack(id));
    return known.get(id);
  };
})();

/** An element: `el("div.name", {title: …}, child, …)`; properties that are functions hear of events. */
function el(what, properties = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const svg = ["svg", "path", "g", "text", "marker", "defs"].includes(tag);
  const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  if (classes.length) e.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") e.addEventListener(name, value);
    else if (name in e && !svg && typeof value !== "string") e[name] = value;
    else if (value !== null && value !== undefined) e.setAttribute(name, value);
  }
  e.append(...children.filter(c => c !== null && c !== undefined));
  return e;
}

/** What the address says behind `#`, as a Map; values are texts. */
const address = () => new Map(new URLSearchParams(location.hash.slice(1)));

/** Changes the address; what is empty is left out. With `step`, the browser's Back button returns to what was. */
function setAddress(values, step) {
  const all = new URLSearchParams(Object.entries(values).filter(([, v]) => v !== "" && v !== null && v !== undefined));
  const hash = "#" + all.toString();
  if (hash === location.hash) return;
  history[step ? "pushState" : "replaceState"](null, "", hash);
}

/** A button that goes through the themes. */
function themeButton() {
  const themes = ["auto", "light", "dark"];
  const signs = { auto: "◐", light: "☀", dark: "☾" };
  let theme = "auto";
  try { theme = localStorage.getItem("theme") ?? "auto"; } catch { /* files may have no storage */ }
  const asked = address().get("theme");
  if (themes.includes(asked)) theme = asked;
  const button = el("button.icon", { click: () => show(themes[(themes.indexOf(theme) + 1) % themes.length]) });
  function show(next) {
    theme = next;
    document.documentElement.dataset.theme = theme;
    button.textContent = signs[theme];
    button.title = `Theme: ${theme}`;
    try { localStorage.setItem("theme", theme); } catch { /* see above */ }
  }
  show(theme);
  return button;
}

/** A list of many rows of equal height, of which only those in sight exist. `row(item, n)` makes one. */
function longList(height, row) {
  const inner = el("div.rows");
  const list = el("div.list", { scroll: () => draw() }, inner);
  let items = [];
  function draw() {
    inner.style.height = `${items.length * height}px`;
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 5);
    const last = Math.min(items.length, Math.ceil((list.scrollTop + list.clientHeight) / height) + 5);
    inner.replaceChildren(...items.slice(first, last).map((item, k) => {
      const e = row(item, first + k);
      e.style.top = `${(first + k) * height}px`;
      return e;
    }));
  }
  new ResizeObserver(draw).observe(list);
  return {
    list, draw,
    set(all) { items = all; draw(); },
    /** Scrolls so that the item with this number can be seen. */
    reveal(n) {
      const y = n * height;
      if (y < list.scrollTop || y + height > list.scrollTop + list.clientHeight) list.scrollTop = y - list.clientHeight / 3;
      draw();
    },
  };
}

/** A bubble beside the pointer. */
const bubble = (() => {
  let e;
  return {
    show(content, at) {
      e ??= document.body.appendChild(el("div.bubble"));
      e.replaceChildren(...content);
      e.style.display = "block";
      const box = e.getBoundingClientRect();
      e.style.left = `${Math.max(4, Math.min(at.clientX + 14, innerWidth - box.width - 8))}px`;
      const below = at.clientY + 18;
      e.style.top = `${below + box.height < innerHeight ? below : Math.max(4, at.clientY - box.height - 10)}px`;
    },
    hide() { if (e) e.style.display = "none"; },
  };
})();
