// Elements of the page. Texts are always set as texts: what a file of rows says is never read as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** Fills an element: `on` are listeners, `text` and `class` what they say, `html` our own markup, others attributes. */
function filled(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === "on") Object.entries(value).forEach(([kind, act]) => element.addEventListener(kind, act));
    else if (name === "text") element.textContent = value;
    else if (name === "html") element.innerHTML = value;
    else if (name === "style") Object.entries(value).forEach(([key, one]) => element.style.setProperty(key, one));
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== "" && child !== null && child !== undefined));
  return element;
}

/** An HTML element. */
const make = (name, given = {}, ...children) => filled(document.createElement(name), given, children);

/** An SVG element. */
const draw = (name, given = {}, ...children) => filled(document.createElementNS(SVG, name), given, children);

/** A button that does something. */
const button = (text, act, given = {}) => make("button", { type: "button", ...given, on: { click: act } }, text);

/** A row of buttons of which one is pressed; `choices` are [value, text], `act` gets the value chosen. */
function choice(label, choices, chosen, act) {
  return make("div", { class: "choice", role: "group", "aria-label": label }, choices.map(([value, text]) =>
    button(text, () => act(value), { "aria-pressed": String(value === chosen) })));
}

/** A name that may go on in the next line after each '_'. */
function breakable(text) {
  return text.split(/(?<=_)/).flatMap((part, place) => (place ? [make("wbr"), part] : [part]));
}

/** A name with the mark of its GPU's colour. */
const machine = (number, text) => make("span", { class: `machine m${number % 6}` }, text);

/** Words on how much faster, coloured by their direction. */
const gainOf = (text, title) => make("span", { class: `gain ${text.split(" ").at(-1)}`, title }, text);
