"use strict";
// Sorting, filtering, choosing a problem, opening what a link points to, light and dark. Without it all is readable.

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// --- Sorting: a heading becomes a button; up, down; what has no number goes last.
function keyOf(cell) {
  if (cell.dataset.sort !== undefined) return Number(cell.dataset.sort);
  return cell.textContent.trim();
}

function compare(a, b, sign) {
  if (a === "" || b === "") return (a === "") - (b === "");
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * String(a).localeCompare(String(b), "en", { numeric: true });
}

function sortBy(table, column, direction) {
  const body = table.tBodies[0];
  const sign = direction === "ascending" ? 1 : -1;
  const rows = [...body.rows].map((row, place) => ({ row, place, key: keyOf(row.cells[column]) }));
  rows.sort((a, b) => compare(a.key, b.key, sign) || a.place - b.place);
  body.append(...rows.map((entry) => entry.row));
  [...table.tHead.rows[0].cells].forEach((cell, place) => {
    if (place === column) cell.setAttribute("aria-sort", direction);
    else cell.removeAttribute("aria-sort");
  });
}

function makeSortable(table) {
  [...table.tHead.rows[0].cells].forEach((cell, column) => {
    const button = make("button", { type: "button" });
    button.append(...cell.childNodes);
    button.addEventListener("click", () => {
      sortBy(table, column, cell.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending");
    });
    cell.append(button);
  });
}

// --- Filtering: a row stays if it holds every word.
function makeFilterable(table) {
  const count = make("span");
  count.setAttribute("role", "status");
  const input = make("input", { type: "search" });
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = [...table.tBodies[0].rows];
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
  });
  const controls = make("div", { className: "controls" }, make("label", {}, "Filter rows", input), count);
  table.closest(".tablebox").before(controls);
}

// --- Choosing a problem.
function makeChoice(box) {
  const panels = [...box.children];
  if (panels.length < 2) return;
  const titles = panels.map((panel) => panel.querySelector("h4").textContent);
  const select = make("select", {}, ...titles.map((text) => make("option", {}, text)));
  box.choose = (chosen) => {
    for (const panel of panels) panel.open = panel === chosen;
    select.selectedIndex = panels.indexOf(chosen);
  };
  select.addEventListener("change", () => box.choose(panels[select.selectedIndex]));
  box.classList.add("chosen");
  box.before(make("div", { className: "controls" }, make("label", {}, "Problem", select)));
  box.choose(panels.find((panel) => panel.open) || panels[0]);
}

// --- A link into a closed part opens it.
function openTarget(hash) {
  const target = document.getElementById(hash.slice(1));
  if (!target) return;
  for (let part = target; part; part = part.parentElement) {
    if (part.parentElement && part.parentElement.choose) part.parentElement.choose(part);
    else if (part.tagName === "DETAILS") part.open = true;
  }
  target.scrollIntoView();
}

function makeOpenAll(box) {
  const parts = [...box.children];
  const button = make("button", { type: "button" }, "Open all");
  button.addEventListener("click", () => {
    const open = parts.some((part) => !part.open);
    for (const part of parts) part.open = open;
    button.textContent = open ? "Close all" : "Open all";
  });
  box.before(make("div", { className: "controls" }, button));
}

// --- Light and dark: as the system has it, until the reader says otherwise.
function makeTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = make("button", { type: "button", className: "theme" }, "Dark");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  const remember = (theme) => {
    try {
      localStorage.setItem("rungs-theme", theme);
    } catch { /* a page from disk may have no storage */ }
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember(root.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  try {
    const theme = localStorage.getItem("rungs-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* as above */ }
  show();
  document.querySelector("header").prepend(button);
}

makeTheme();
document.querySelectorAll("table.filterable").forEach(makeFilterable);
document.querySelectorAll("table.sortable").forEach(makeSortable);
document.querySelectorAll(".problems").forEach(makeChoice);
document.querySelectorAll(".variants").forEach(makeOpenAll);
addEventListener("hashchange", () => openTarget(location.hash));
// Before the browser goes there; and a second click on the same link changes no hash.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link) openTarget(link.getAttribute("href"));
});
openTarget(location.hash);
