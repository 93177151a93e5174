// Draws the page, follows the address, the keys and the search.

const sectionOf = (one) => box(`case-${page.cases.indexOf(one)}`);

/** Draws again what depends on the view; `keep` is a case that stays where the reader sees it, `only` that alone is
 * drawn. */
function show({ keep, only } = {}) {
  const place = keep && sectionOf(keep)?.getBoundingClientRect().top;
  const focused = document.activeElement?.closest?.("tr.rung")?.id;
  if (only) {
    sectionOf(keep).replaceWith(caseOf(keep));
  } else {
    box("cards").replaceChildren(...cards());
    box("cases").replaceChildren(...page.cases.map(caseOf));
    box("gpus").replaceChildren(against());
    box("controls").replaceChildren(...controls());
    // Links to the sections below the ladders.
    box("further").replaceChildren(...[...document.querySelectorAll("#end section[id]")].flatMap((part, number) =>
      [number ? " \u00b7 " : "Below the ladders: ", link(`#${part.id}`, part.querySelector("h2").textContent)]));
  }
  if (place) scrollBy(0, sectionOf(keep).getBoundingClientRect().top - place);
  if (focused) box(focused)?.querySelector("button").focus({ preventScroll: true });
  find();
}

/** Writes the view into the address without a step in the history. */
function remember(one, variant = "") {
  const problem = problemOf(one);
  history.replaceState(null, "", addressOf({ case: one.name, variant, scale: view.logarithmic ? "log" : "",
    cache: view.cache === page.caches[0] ? "" : view.cache, problem: problem ? one.problems[problem][0] : "",
    gpu: several() ? "both" : view.gpus[0] === page.shown ? "" : page.gpus[view.gpus[0]].name }));
}

/** Opens a rung, or closes it where it is open. */
function toggleRung(one, variant) {
  const same = openOf(one) === variant;
  const other = view.open && page.cases.find(({ name }) => name === view.open.case);
  view.open = same ? null : { case: one.name, variant };
  remember(one, same ? "" : variant);
  if (other && other !== one) show({ keep: other, only: true });
  show({ keep: one, only: true });
}

/** The GPUs that can be shown: those with rows of GPU variants, or all where none has any. */
function machines() {
  const all = page.gpus.map((gpu, number) => number), withRows = all.filter((number) => page.gpus[number].gpu);
  return withRows.length ? withRows : all;
}

/** What is chosen for the whole page: the GPU and the caches. */
function controls() {
  const all = machines(), made = page.site ? [link(page.site.index, "all runs")] : [];
  if (all.length > 1) {
    made.push(choice("GPU", [...all.map((number) => [number, page.gpus[number].name]),
      ["both", all.length > 2 ? "all" : "both"]], several() ? "both" : view.gpus[0], (value) => {
      view.gpus = value === "both" ? all : [value];
      changed();
    }));
  }
  const states = page.caches.filter((cache) => cache !== NO_CACHE && page.cases.some((one) => one.rows.some((row) =>
    row[3] === cache && view.gpus.includes(row[0]))));
  if (states.length > 1) {
    made.push(choice("caches", states.map((cache) => [cache, cache]), nearestCache(states), (value) => {
      view.cache = value;
      changed();
    }));
  }
  return made;
}

/** After a choice of GPU or caches: the case that is read stays. */
function changed() {
  const read = scrollY > box("cases").offsetTop - 100
    ? page.cases.find((one) => sectionOf(one).getBoundingClientRect().bottom > 120) : null;
  if (read) remember(read, openOf(read));
  else history.replaceState(null, "", location.pathname + location.search);
  headline();
  show({ keep: read });
}

/** What is shown, in one line. */
function headline() {
  box("headline").textContent = view.gpus.map((number) => page.gpus[number]).map((gpu) => [gpu.label, gpu.date,
    gpu.commit ? `commit ${gpu.commit}` : ""].filter(Boolean).join(" \u00b7 ")).join("  |  ");
}

/** Opens a part for as long as the search needs it. */
function openWhile(part, needed) {
  if (needed && !part.open) part.dataset.opened = part.open = true;
  else if (!needed && part.dataset.opened) {
    part.open = false;
    delete part.dataset.opened;
  }
}

/** The search: cards, rungs and claims stay that hold every word. */
function find() {
  const searching = sought().length > 0;
  for (const element of document.querySelectorAll(".card, tr.rung, tr[id^='claim-']")) {
    element.hidden = !fits(`${element.dataset.search} ${element.textContent}`);
    const detail = element.nextElementSibling;
    if (detail?.classList.contains("detail")) detail.hidden = element.hidden;
  }
  for (const part of document.querySelectorAll(".ladderbox, .onhost, .case")) {
    part.hidden = searching && !part.querySelector("tr.rung:not([hidden])");
    if (part.tagName === "DETAILS") openWhile(part, searching && !part.hidden);
  }
  if (searching) say(`${document.querySelectorAll("tr.rung:not([hidden])").length} rungs found`);
}

/** Goes where the address says. */
function follow() {
  const state = stateOf(location.hash, known);
  if (!state) {
    const target = location.hash.length > 1 && box(decodeURIComponent(location.hash.slice(1)));
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    if (target) target.scrollIntoView();
    return;
  }
  const one = page.cases.find(({ name }) => name === state.case);
  if (state.gpu) view.gpus = state.gpu === "both" ? machines() : [known.gpus.indexOf(state.gpu)];
  if (state.cache) view.cache = state.cache;
  if (state.scale) view.logarithmic = true;
  if (state.problem) view.problems.set(one.name, one.problems.findIndex(([key]) => key === state.problem));
  view.open = state.variant ? { case: one.name, variant: state.variant } : null;
  headline();
  show();
  const row = state.variant && document.querySelector(".case .rung button[aria-expanded='true']");
  (row ? row.closest("tr") : sectionOf(one)).scrollIntoView();
  if (row) row.focus({ preventScroll: true });
}

/** Up and down go from rung to rung, / to the search. */
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    box("search").focus();
  } else if (event.key === "Escape" && typing) {
    box("search").value = "";
    find();
  } else if (["ArrowDown", "ArrowUp"].includes(event.key) && event.target.matches("button.name")) {
    const all = [...document.querySelectorAll("button.name")].filter((one) => one.checkVisibility());
    const next = all[all.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
}

headline();
if (page.broken) box("cards").before(make("p", {}, link("#the-warnings", `Rows incorrect or failed: ${page.broken}`)));
box("end").append(claims(), make("div", { id: "gpus" }), facts());
show();
box("search").addEventListener("input", find);
document.addEventListener("keydown", keys);
addEventListener("hashchange", follow);
addEventListener("beforeprint", () => document.querySelectorAll("details.onhost, details.charts").forEach((part) => {
  part.fill?.();
  part.open = true;
}));
follow();
