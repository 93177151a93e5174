// What the page is made of: its document, elements, a head that stays. Texts are always set as texts:
// what a file of rows says is never read as HTML.

const box = (id) => document.getElementById(id);

/** The document of the page: JSON, compressed and in base64 (page.py). */
async function unpacked() {
  const bytes = Uint8Array.from(atob(box("data").textContent), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

/** Fills an element: `on` are listeners, others are attributes. */
function filled(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === "on") Object.entries(value).forEach(([kind, act]) => element.addEventListener(kind, act));
    else if (name === "style") Object.entries(value).forEach(([key, one]) => element.style.setProperty(key, one));
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== "" && child !== null && child !== undefined));
  return element;
}

const make = (name, given = {}, ...children) => filled(document.createElement(name), given, children);
const draw = (name, given = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), given, children);

/** A drawing of so many units, which `label` says in words. */
const drawing = (wide, high, label, given, ...children) =>
  draw("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": label, ...given }, children);

const link = (href, ...text) => make("a", { href }, text);
const note = (...text) => make("p", { class: "note" }, text);

/** A part that is opened by its title. */
const folded = (title, ...children) => make("details", {}, make("summary", {}, title), children);

const button = (text, act, given = {}) => make("button", { type: "button", ...given, on: { click: act } }, text);

/** A row of buttons of which one is pressed; `choices` are [value, text], `act` gets the value chosen. */
function choice(label, choices, chosen, act) {
  return make("div", { class: "choice", role: "group", "aria-label": label }, choices.map(([value, text]) =>
    button(text, () => act(value), { "aria-pressed": String(value === chosen) })));
}

/** A name that may go on in the next line after each '_'. */
const breakable = (text) => text.split(/(?<=_)/).flatMap((part, place) => (place ? [make("wbr"), part] : [part]));

/** Words on how much faster, coloured by their direction. */
const gainOf = (text, title) => make("span", { class: `gain ${text.split(" ").at(-1)}`, title }, text);

const say = (text) => { box("said").textContent = text; };

/** The words of the search, and whether a text holds all of them. */
const sought = () => box("search").value.toLowerCase().split(/\s+/).filter(Boolean);
const fits = (text) => sought().every((word) => text.toLowerCase().includes(word));

const header = document.querySelector("header");
new ResizeObserver(() => document.documentElement.style.setProperty("--head",
  getComputedStyle(header).position === "sticky" ? `${header.offsetHeight}px` : "0px")).observe(header);
