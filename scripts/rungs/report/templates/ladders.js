// A case's ladders: a row for each rung with its bar, what the step gained and what binds it.

const ENOUGH = 1.15;  // a bar is cut where it is longer than the way to the fastest by this factor

/** Where a time ends on the scale of a ladder, from 0 to 1, or above 1 where it is cut. */
function scaleOf(times, main) {
  const least = Math.min(...times) / 2, most = Math.max(...times);
  if (view.logarithmic) return (us) => Math.log(us / least) / Math.log(most / least);
  const whole = Math.max(...main) * (most > Math.max(...main) * ENOUGH ? ENOUGH : 1);
  return (us) => us / whole;
}

/** The bar of a row and the marks [us, class] of the limit and the libraries behind it. */
function barOf(part, scale, marks, gain, kind, setup) {
  const long = scale(part.us), end = { left: `${Math.min(100 * long, 100)}%` };
  return make("div", { class: "track" },
    marks.filter(([us]) => scale(us) <= 1).map(([us, name]) =>
      make("i", { class: `mark ${name}`, style: { left: `${100 * scale(us)}%` } })),
    make("div", { class: `bar ${kind} m${several() ? setup % 6 : 0}${long > 1 ? " cut" : ""}`,
      style: { width: end.left } }), make("span", { class: "end", style: end }, gain || ""));
}

/** The badges of a row's warnings, each word once. */
function badgesOf(parts) {
  const words = new Map(parts.flatMap(([, part]) => part.badges || []));
  return [...words].slice(0, 3).map(([badge, text]) => make("abbr", { class: `badge warn ${badge.replace(/ /g, "-")}`,
    title: text }, badge));
}

/** All that a ladder draws of a problem: rows {variant, indent, kind, parts: [[setup, part]]}, [] without times. */
function rungsOf(one, ladder, problem) {
  const names = [...ladder.rungs.map(([name, indent]) => [name, indent, ladder.kind]),
    ...ladder.libraries.map((name) => [name, 0, "peer"])];
  return names.map(([variant, indent, kind]) => ({ variant, indent, kind, parts: partsOf(one, variant, problem) }))
    .filter((rung) => rung.parts.length);
}

/** The speeds of light of a ladder, a [setup, {us, text}] for each GPU that has one. */
const lightsOf = (one, ladder, problem) => view.gpus.map((setup) => [setup, one.lightAt.get(keyOf(setup,
  ladder.kind === "host" ? "host" : "cuda", problem, cacheOf(one, setup, problem)))]).filter(([, light]) => light);

function legendOf(lights, libraries, cut) {
  const where = (setup) => (several() ? `${page.gpus[setup].name}, ` : "");
  return make("p", { class: "legend" },
    lights.map(([setup, light]) => make("span", {}, make("i", { class: "mark light" }),
      ` speed of light: ${where(setup)}${light.text}`)),
    libraries.length ? make("span", {}, make("i", { class: "mark peer" }), " libraries") : "",
    cut ? make("span", {}, "broken bars are longer than shown") : "");
}

const rungId = (one, variant) =>
  `rung-${page.cases.indexOf(one)}-${one.variants.indexOf(one.byName.get(variant))}`;

/** The name of a rung, which opens it, and its badges. */
function nameOf(one, ladder, rung, open) {
  const [, first] = rung.parts[0];
  const name = button(breakable(shortName(one, rung.variant)), () => toggleRung(one, rung.variant), { class: "name",
    "aria-expanded": String(open), "aria-controls": open ? `${rungId(one, rung.variant)}-detail` : undefined,
    title: `${rung.variant}: source, counters, command` });
  return make("th", { scope: "row", style: { "--indent": rung.indent }, class: rung.indent ? "side" : "",
    "data-copy": rung.variant }, make("div", { class: "rungname" }, name, first.on && ladder.kind !== "host"
    ? make("abbr", { class: "badge", title: `on the CPU: ${first.on}` }, "CPU") : "", badgesOf(rung.parts)));
}

/** Why a step is one or, of two GPUs, how the rung does on one against the other. */
function whyOf(one, rung, problem, outside) {
  const [, first] = rung.parts[0];
  if (!several()) {
    return first.why || (first.gain && outside
      ? `${first.gain}${first.gain === "as fast" ? " as" : " than"} ${outside}` : "");
  }
  const pair = one.against.find(([a, b, name, at, cache]) => view.gpus.includes(a) && view.gpus.includes(b)
    && name === rung.variant && at === problem && cache === cacheOf(one, b, problem));
  return pair ? `${page.gpus[pair[1]].name} ${pair[6]}` : "";
}

function rowOf(one, ladder, rung, scale, marks, problem) {
  const { variant, parts, kind } = rung, timed = parts.filter(([, part]) => part.us);
  const open = openOf(one) === variant, id = rungId(one, variant);
  const below = one.byName.get(variant).improves, inside = ladder.rungs.some(([name]) => name === below);
  const words = (part) => (kind === "peer" ? "library" : part.gain && inside
    ? gainOf(part.gain, `against ${shortName(one, below)}`) : "");
  const copied = (what) => parts.filter(([, part]) => what(part)).map(([setup, part]) =>
    `${several() ? `${page.gpus[setup].name} ` : ""}${what(part)}`).join("; ");
  const cell = (name, what, inner) => make("td", { class: name, "data-copy": what && copied(what) }, inner);
  const row = make("tr", { class: "rung", id, "data-search": `${one.name} ${variant}`,
    on: { click: (event) => { if (!event.target.closest("button, abbr, a")) toggleRung(one, variant); } } },
    nameOf(one, ladder, rung, open),
    cell("time n", (part) => part.time || part.status || "no time", parts.map(([setup, part]) => make("div", {},
      several() ? machine(setup, "") : "", part.time || make("em", {}, "no time")))),
    cell("bars", (part) => part.gain, timed.map(([setup, part]) =>
      barOf(part, scale, marks.filter((mark) => mark[2] === setup), words(part), kind, setup))),
    cell("why", null, whyOf(one, rung, problem, inside ? "" : below)),
    cell("bound", (part) => part.bound || part.share, timed.filter(([, part]) => part.bound || part.share).map(
      ([, part]) => make("div", {}, part.bound ? make("span", { class: "badge bound" }, part.bound)
        : make("small", {}, part.share)))));
  return open ? [row, make("tr", { class: "detail", id: `${id}-detail` },
    make("td", { colspan: 5 }, rungDetails(one, variant, problem)))] : [row];
}

/** One ladder as a table, '' where it has no row at this problem. */
function ladderOf(one, ladder, problem) {
  const rungs = rungsOf(one, ladder, problem);
  if (!rungs.length) return "";
  const timesOf = (some) => some.flatMap((rung) => rung.parts.map(([, part]) => part.us)).filter(Boolean);
  const times = timesOf(rungs), main = timesOf(rungs.filter((rung) => !rung.indent && rung.kind !== "peer"));
  const scale = times.length ? scaleOf(times, main.length ? main : times) : () => 0;
  const lights = lightsOf(one, ladder, problem);
  const libraries = rungs.filter((rung) => rung.kind === "peer").flatMap((rung) =>
    rung.parts.filter(([, part]) => part.us).map(([setup, part]) => [part.us, "library", setup]));
  const marks = [...lights.map(([setup, light]) => [light.us, "light", setup]), ...libraries];
  const published = rungs.filter((rung) => rung.parts[0][1].published).map((rung) =>
    `${shortName(one, rung.variant)}: ${rung.parts[0][1].published}`);
  const head = headRow(["rung", "time", view.logarithmic ? "logarithmic" : "linear, shorter is faster",
    several() ? "GPU against GPU" : "why", "limit"], ["", "time n", "bars", "why", "bound"]);
  head.querySelector(".bars").dataset.copy = "step";
  const table = make("table", { class: `ladder${several() ? "" : " one"}` },
    make("caption", { class: "unseen" }, `${ladder.name}: ${one.problems[problem][1]}`), head,
    make("tbody", {}, rungs.flatMap((rung) => rowOf(one, ladder, rung, scale, marks, problem))));
  return [legendOf(lights, libraries, times.some((us) => scale(us) > 1)), table,
    published.length ? note(`published ${published.join(" \u00b7 ")}`) : "", copyButtons(() => textsOf(table))];
}

/** The head of a case: its name, the problem to choose, the caches that are shown. */
function caseHead(one, problem) {
  const again = (change) => {
    change();
    remember(one, openOf(one));
    show({ keep: one });
  };
  const select = one.problems.length > 1 ? make("label", {}, "problem ", make("select", { on: { change: (event) =>
    again(() => view.problems.set(one.name, Number(event.target.value))) } }, one.problems.map(([, text], place) =>
    make("option", { value: place, selected: place === problem }, text)))) : make("span", {}, one.problems[problem][1]);
  const states = [...new Set(view.gpus.map((setup) => cacheOf(one, setup, problem)))].filter((cache) => cache
    && cache !== NO_CACHE);
  return make("div", { class: "casehead" }, make("h2", {}, one.title), select,
    make("span", { class: "note" }, states.length ? `${states.join(" and ")} caches` : ""),
    choice("scale of the bars", [[false, "linear"], [true, "logarithmic"]], view.logarithmic, (value) =>
      again(() => { view.logarithmic = value; })));
}

/** A case: its ladders on the GPU, that of its host below, its charts. */
function caseOf(one) {
  const problem = problemOf(one), number = page.cases.indexOf(one);
  const drawn = (ladders) => ladders.map((ladder) => [ladder, ladderOf(one, ladder, problem)]).filter(([, all]) => all)
    .map(([ladder, all]) => make("div", { class: "ladderbox", id: `ladder-${number}-${one.ladders.indexOf(ladder)}` },
      ladders.length > 1 || ladder.name !== one.name ? make("h3", {}, ladder.name) : "", all));
  const onGpu = drawn(one.ladders.filter((ladder) => ladder.kind !== "host"));
  const onHost = drawn(one.ladders.filter((ladder) => ladder.kind === "host"));
  return make("section", { class: "case", id: `case-${number}`, "data-search": one.name }, caseHead(one, problem),
    one.intro ? make("div", { class: "intro" }, make("p", { html: one.intro }),
      one.picture ? make("figure", { class: "picture", html: one.picture }) : "") : "",
    onGpu.length || onHost.length ? "" : make("p", {}, "Not measured here."), onGpu,
    onHost.length ? make("details", { class: "onhost", open: !onGpu.length || openOf(one).startsWith("host/") },
      make("summary", {}, "On the host: ", page.gpus[view.gpus[0]].host || "CPU"), onHost) : "", chartsOf(one));
}
