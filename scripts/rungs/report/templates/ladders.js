// A case: its ladders, a row for each rung with its bar, its technique and what binds it; what documents say of it.

const TIMES_TEN = 100;  // from this ratio of bars on, the smallest would be under 3 px wide
const ENOUGH = 1.15;    // a side branch's bar is cut where it is longer than the longest rung's by this factor

/** The bar of a row on a scale that ends at `whole`, with the marks [us, class] of the limit and the libraries. */
function barOf(part, whole, marks, kind, setup, words) {
  const long = part.us / whole, end = { left: `${Math.min(100 * long, 100)}%` };
  return make("div", { class: "track" },
    marks.filter(([us]) => us <= whole).map(([us, name]) =>
      make("i", { class: `mark ${name}`, style: { left: `${100 * us / whole}%` } })),
    make("div", { class: `bar ${kind} m${several() ? setup % 6 : 0}${long > 1 ? " cut" : ""}`,
      style: { width: end.left } }), make("span", { class: "end", style: end }, words || ""));
}

const titleOf = (ladder) => `${ladder.name}${ladder.kind === "host" ? " on the host" : ""}`;

/** What a step is: its techniques, then why it gained. */
function stepWords(one, variant, parts) {
  const [, first] = parts[0] || [], made = one.byName.get(variant);
  return [first?.kind === "back" ? "without " : "", techniquesOf(made).map((technique, place) => [place ? ", " : "",
    link(addressOf({ technique: technique.id, gpu: state.gpu, cache: state.cache }), technique.name)]),
  make("small", {}, first?.kind === "question" ? "another question, no step" : first?.why || (made.idea || [""])[0]),
  first?.published ? make("small", {}, `published ${first.published}`) : ""];
}

/** What binds a rung, and what bound the one before it. */
function limitOf(one, variant, setup, part, problem) {
  const before = part.gain && partOn(one, setup, one.byName.get(variant).improves, problem)?.bound;
  return make("div", {}, part.bound ? [before && before !== part.bound ? `${before} \u2192 ` : "",
    make("span", { class: "badge bound" }, part.bound)] : "", part.bound?.startsWith("not") || !part.bound
    ? make("small", {}, ` ${part.share || ""}`) : "");
}

/** The row of a rung and, where it is open, that of its details. */
function rowOf(one, ladder, variant, indent, scales, marks, problem) {
  const parts = partsOf(one, variant, problem), timed = parts.filter(([, part]) => part.us);
  const open = state.step === variant, id = `rung-${one.variants.indexOf(one.byName.get(variant))}`;
  const kind = ladder.libraries.includes(variant) ? "peer" : ladder.kind, first = parts[0]?.[1];
  const badges = new Map(parts.flatMap(([, part]) => part.badges || []));  // each word once
  const cell = (name, ...inner) => make("td", { class: name }, inner);
  const name = button(breakable(shortName(one, variant)), () => go({ step: open ? "" : variant }), { class: "name",
    "aria-expanded": String(open), "aria-controls": open ? `${id}-detail` : undefined,
    title: `${variant}: source, counters, command` });
  const row = make("tr", { class: `rung${indent === null ? "" : " side"}`, id, "data-search": [one.name, variant,
    ...(one.byName.get(variant).idea || [])].join(" ") },
  make("th", { scope: "row", style: { "--indent": indent === null ? 0 : indent + 1 } },
    make("div", { class: "rungname" }, name, first?.on && kind === "peer" ? make("abbr", { class: "badge",
      title: `on the CPU: ${first.on}` }, "CPU") : "", first?.threads && kind === "host" ? make("span",
      { class: "badge" }, first.threads) : "", [...badges].slice(0, 3).map(([badge, text]) =>
      make("abbr", { class: `badge warn ${badge.replace(/ /g, "-")}`, title: text }, badge)))),
  cell("time n", parts.length ? parts.map(([setup, part]) =>
    make("div", {}, several() ? machine(setup, "") : "", part.time || make("em", {}, "no time")))
    : make("em", {}, notMeasured())),
  scales.map((whole, place) => cell("bars", timed.map(([setup, part]) => (place && part.us > whole ? ""
    : barOf(part, whole, marks.filter((mark) => mark[2] === setup), kind, setup,
      place || kind === "peer" || !part.gain ? "" : [gainOf(part.gain, `against ${shortName(one,
        one.byName.get(variant).improves)}`), make("small", {}, ` ${part.interval || ""}`)]))))),
  cell("why", parts.length ? stepWords(one, variant, parts) : ""),
  cell("bound", timed.map(([setup, part]) => limitOf(one, variant, setup, part, problem))));
  return open ? [row, make("tr", { class: "detail", id: `${id}-detail` },
    make("td", { colspan: scales.length + 4 }, rungDetails(one, variant, problem)))] : [row];
}

/** Rows that are folded below one that says what they are. */
function foldedRows(key, names, title, columns, rows) {
  const open = unfolded.has(key) || names.includes(state.step);
  const flip = () => {
    unfolded[open ? "delete" : "add"](key);
    if (names.includes(state.step)) go({ step: "" });
    else show();
  };
  return [make("tr", { class: "fold" }, make("td", { colspan: columns }, button(title, flip,
    { "aria-expanded": String(open) }))), ...(open || sought().length ? rows() : [])];
}

/** The line of a rung's folded side branches: how many there are, the best step, and how many are slower. */
function sidesTitle(one, names, problem) {
  const [setup] = shownGpus(), steps = names.map((name) => [name, partOn(one, setup, name, problem)])
    .filter(([, part]) => part?.gain).sort(([, a], [, b]) => b.step - a.step);
  const words = ([name, part]) => `${shortName(one, name)} ${part.gain}`;
  const best = steps[0] ? `${words(steps[0])} from ${shortName(one, one.byName.get(steps[0][0]).improves)}` : "";
  return [`${names.length} side branch${names.length > 1 ? "es" : ""}`, best ? ` (best: ${best})` : ""];
}

/** One ladder as a table; a sentence where it was not measured. */
function ladderOf(one, ladder, problem) {
  const partsAt = (names) => names.flatMap((name) => partsOf(one, name, problem)).filter(([, part]) => part.us);
  const all = [...ladder.rungs, ...Object.values(ladder.sides).flat().map(([name]) => name), ...ladder.libraries];
  if (!all.some((name) => partsOf(one, name, problem).length)) {
    return make("p", {}, `${titleOf(ladder)}: ${notMeasured()} at this problem.`);
  }
  const main = partsAt(ladder.rungs), times = (main.length ? main : partsAt(all)).map(([, part]) => part.us);
  const most = Math.max(...times), longest = Math.max(...partsAt(all).map(([, part]) => part.us));
  const whole = most * (longest > most * ENOUGH ? ENOUGH : longest / most || 1);
  const ratio = most / Math.min(...times), zoom = ratio > TIMES_TEN * 10 ? "a hundred" : ratio > TIMES_TEN ? "ten" : "";
  const scales = zoom ? [whole, whole / (zoom === "ten" ? 10 : 100)] : [whole], columns = scales.length + 4;
  const lights = shownGpus().map((setup) => [setup, one.lightAt.get(keyOf(setup,
    ladder.kind === "host" ? "host" : "cuda", problem, cacheShown()))]).filter(([, light]) => light);
  const libraries = ladder.libraries.map((name) => [name, partsAt([name])]).filter(([, parts]) => parts.length);
  const marks = [...lights.map(([setup, light]) => [light.us, "light", setup]), ...libraries.flatMap(([, parts]) =>
    parts.map(([setup, part]) => [part.us, "peer", setup]))];
  const head = headRow(["rung", "time", "time, from 0", ...(zoom ? [`the same, times ${zoom}`] : []),
    "technique, and why", "limit"], ["", "time n", "bars", ...(zoom ? ["bars"] : []), "why", "bound"]);
  const row = (name, indent) => rowOf(one, ladder, name, indent, scales, marks, problem);
  const rows = ladder.rungs.flatMap((rung) => {
    const sides = (ladder.sides[rung] || []).filter(([name]) => one.rows.some((other) => other[1] === name
      && other[2] === problem)), names = sides.map(([name]) => name);
    return [...row(rung, null), ...(names.length ? foldedRows(`${one.name} ${rung}`, names,
      sidesTitle(one, names, problem), columns, () => sides.flatMap(([name, indent]) => row(name, indent))) : [])];
  });
  const spoken = libraries.sort(([, a], [, b]) => a[0][1].us - b[0][1].us).map(([name, parts]) =>
    `${shortName(one, name)} ${parts.map(([, part]) => part.time).join(", ")}`);
  if (libraries.length) {
    rows.push(...foldedRows(`${one.name} ${ladder.name} libraries`, ladder.libraries, `libraries: ${spoken.join(", ")}`,
      columns, () => libraries.flatMap(([name]) => row(name, 0))));
  }
  const table = make("table", { class: `ladder${several() ? "" : " one"}${zoom ? " two" : ""}` },
    make("caption", { class: "unseen" }, `${ladder.name}: ${one.problems[problem][1]}`), head, make("tbody", {}, rows));
  return [make("p", { class: "legend" }, lights.map(([gpu, light]) => make("span", {},
    make("i", { class: "mark light" }), ` limit: ${several() ? `${page.gpus[gpu].name}, ` : ""}${light.text}`)),
  libraries.length ? make("span", {}, make("i", { class: "mark peer" }), " libraries") : "",
  longest > whole ? make("span", {}, "broken bars are longer than shown") : ""), table];
}

/** The head of a case: the way back, its name, the problem to choose. */
function caseHead(one, problem) {
  const select = one.problems.length > 1 ? make("label", {}, "problem ", make("select", { on: { change: (event) =>
    go({ size: one.problems[event.target.value][0] }) } }, one.problems.map(([, text], place) =>
    make("option", { value: place, selected: place === problem }, text)))) : make("span", {}, one.problems[problem][1]);
  return make("div", { class: "casehead" }, link(addressOf({ gpu: state.gpu, cache: state.cache }),
    "\u2039 all techniques"), make("h2", {}, one.title), select);
}

/** A case: rows that are wrong, its ladders on the GPU and on the host, the documents' figures. */
function caseOf(one) {
  const problem = state.size ? one.problems.findIndex(([key]) => key === state.size) : 0;
  const drawn = (host) => one.ladders.filter((ladder) => (ladder.kind === "host") === host).map((ladder) =>
    make("div", { class: "ladderbox" }, host || ladder.name !== one.name ? make("h3", {}, titleOf(ladder),
      host ? `: ${page.gpus[shownGpus()[0]].host || "CPU"}` : "") : "", ladderOf(one, ladder, problem)));
  return make("section", { class: "case" }, caseHead(one, problem), wrongRows(one), drawn(false), drawn(true));
}
