// What every page has: light and dark, a head that stays.

const box = (id) => document.getElementById(id);

/** Light and dark: as the system has it, until the reader says otherwise. */
function theme() {
  const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const pressed = () => box("theme").setAttribute("aria-pressed", String(dark()));
  try {
    const kept = localStorage.getItem("rungs-theme");
    if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  } catch { /* a page from disk may have no storage */ }
  box("theme").addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("rungs-theme", root.dataset.theme);
    } catch { /* as above */ }
    pressed();
  });
  system.addEventListener("change", pressed);
  pressed();
}

new ResizeObserver(() => document.documentElement.style.setProperty("--head",
  getComputedStyle(document.querySelector("header")).position === "sticky"
    ? `${document.querySelector("header").offsetHeight}px` : "0px")).observe(document.querySelector("header"));
theme();
