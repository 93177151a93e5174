// Draws the page, follows the address and the search.

/** Draws what the state says: the front page, or a case. What has the focus keeps it, what is read stays in place. */
function show() {
  const one = caseNamed(state.case), focused = document.activeElement, id = focused?.closest?.("tr[id]")?.id;
  const label = focused?.textContent, top = id && box(id).getBoundingClientRect().top;
  box("search").value = state.q || "";
  box("front").hidden = Boolean(one);
  box("case").hidden = !one;
  headline();
  box("controls").replaceChildren(...controls());
  if (one) box("case").replaceChildren(caseOf(one));
  else front();
  if (id && box(id)) scrollBy(0, box(id).getBoundingClientRect().top - top);
  if (label && !document.contains(focused)) {
    [...(box(id || "") || document).querySelectorAll("button")].find(({ textContent }) => textContent === label)
      ?.focus({ preventScroll: true });
  }
  find();
}

function front() {
  box("wrong").replaceChildren(wrongRows());
  box("techniques").replaceChildren(...techniques().flat(Infinity));
  box("cards").replaceChildren(...cards());
}

/** Shows something else, without a step in the history. */
function go(changes) {
  state = stateOf(addressOf({ ...state, ...changes }), known) || {};
  history.replaceState(null, "", addressOf(state).replace(/^#$/, location.pathname + location.search));
  show();
}

/** What is chosen for the whole page: the GPU and the caches. */
function controls() {
  const all = machines(), made = [];
  if (all.length > 1) {
    const shown = shownGpus();
    made.push(choice("GPU", [...all.map((number) => [gpuKey(page.gpus[number]), page.gpus[number].name]),
      ["both", all.length > 2 ? "all" : "both"]], shown.length > 1 ? "both" : gpuKey(page.gpus[shown[0]]),
    (gpu) => go({ gpu })));
  }
  const states = page.caches.filter((cache) => cache !== NO_CACHE && page.cases.some((one) => one.rows.some((row) =>
    row[3] === cache)));
  if (states.length > 1) made.push(choice("caches", states.map((cache) => [cache, cache]), cacheShown(), (cache) =>
    go({ cache: cache === page.caches[0] ? "" : cache })));
  return made;
}

function headline() {
  const gpus = state.case ? shownGpus() : machines();
  const words = (...what) => gpus.map((setup) => what.map((name) => page.gpus[setup][name]).filter(Boolean).join(", "));
  box("headline").title = words("label", "date", "commit").join("; ");
  box("headline").replaceChildren(words("name", "date").join(" \u00b7 "), make("b", {},
    ` \u00b7 ${cacheShown()} caches`));
}

/** The search in a case: rungs stay that hold every word. The front page is drawn of what fits. */
function find() {
  if (!state.case) return;
  const rows = [...box("case").querySelectorAll("tr.rung")];
  for (const row of rows) {
    row.hidden = !fits(`${row.dataset.search} ${row.textContent}`);
    if (row.nextElementSibling?.classList.contains("detail")) row.nextElementSibling.hidden = row.hidden;
  }
  if (sought().length) say(`${rows.filter((row) => !row.hidden).length} rungs found`);
}

function follow() {
  const found = location.hash.length > 1 ? stateOf(location.hash, known) : {};
  if (!found) {  // a part of the page
    if (location.hash.startsWith("#the-")) state = { gpu: state.gpu, cache: state.cache };  // below the table
    show();
    const target = document.getElementById(location.hash.slice(1));
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    target?.scrollIntoView();
    return;
  }
  state = found;
  show();
  const row = state.case ? state.step && box("case").querySelector("[aria-expanded='true'].name")?.closest("tr")
    : state.technique && box(`technique-${state.technique}`);
  if (row) row.scrollIntoView();
  else scrollTo(0, 0);
}

box("trust").append(...trust());
box("search").addEventListener("input", () => go({ q: box("search").value }));
addEventListener("hashchange", follow);
addEventListener("beforeprint", () => {  // the table is printed before a case
  const kept = state;
  state = { gpu: kept.gpu, cache: kept.cache };
  if (kept.case) front();
  state = kept;
});
follow();
