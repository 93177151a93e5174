// A case's ladders: a row for each rung with its bar, what the step gained and what binds it.

const ENOUGH = 1.15;  // a bar is cut where it is longer than the way to the fastest by this factor

/** Where a time ends on the scale of a ladder, from 0 to 1, or above 1 where it is cut. */
function scaleOf(times, main) {
  const least = Math.min(...times) / 2, most = Math.max(...times);
  if (view.logarithmic) return (us) => Math.log(us / least) / Math.log(most / least);
  const whole = Math.max(...main) * (most > Math.max(...main) * ENOUGH ? ENOUGH : 1);
  return (us) => us / whole;
}

/** The bar of a row and the marks of the limit and the libraries behind it. */
function barOf(part, scale, marks, gain, kind, setup) {
  const long = scale(part.us);
  return make("div", { class: "track" },
    marks.map(([us, name]) => (scale(us) <= 1
      ? make("i", { class: `mark ${name}`, style: { left: `${100 * scale(us)}%` } }) : "")),
    make("div", { class: `bar ${kind} m${view.gpus.length > 1 ? setup % 6 : 0}${long > 1 ? " cut" : ""}`,
      style: { width: `${Math.min(100 * long, 100)}%` } }),
    make("span", { class: "end", style: { left: `${Math.min(100 * long, 100)}%` } }, gain || ""));
}

/** The badges of a row's warnings, each word once. */
function badgesOf(parts) {
  const found = new Map(parts.flatMap(([, part]) => part.badges || []));
  return [...found].slice(0, 3).map(([badge, text]) => make("abbr", { class: `badge warn ${badge.replace(/ /g, "-")}`,
    title: text }, badge));
}

/** All that a ladder draws of a problem: rows {variant, indent, kind, parts: [[setup, part]]}, [] without times. */
function rungsOf(one, ladder, problem) {
  const parts = (name) => view.gpus.map((setup) =>
    [setup, rowAt(one, setup, name, problem, cacheOf(one, setup, problem))]).filter(([, part]) => part);
  const names = [...ladder.rungs.map(([name, indent]) => [name, indent, ladder.kind]),
    ...ladder.libraries.map((name) => [name, 0, "peer"])];
  return names.map(([variant, indent, kind]) => ({ variant, indent, kind, parts: parts(variant) }))
    .filter((rung) => rung.parts.length);
}

function marksOf(one, ladder, rungs, problem) {
  const backend = ladder.kind === "host" ? "host" : "cuda";
  const lights = view.gpus.map((setup) => [setup,
    one.lightAt.get([setup, backend, problem, cacheOf(one, setup, problem)].join("\n"))]).filter(([, light]) => light);
  const libraries = rungs.filter((rung) => rung.kind === "peer").flatMap((rung) =>
    rung.parts.filter(([, part]) => part.us).map(([setup, part]) => [setup, part.us, rung.variant]));
  return { lights, libraries };
}

function legendOf({ lights, libraries }, cut) {
  const where = (setup) => (view.gpus.length > 1 ? `${page.gpus[setup].name}, ` : "");
  return make("p", { class: "legend" },
    lights.map(([setup, light]) => make("span", {}, make("i", { class: "mark light" }),
      ` speed of light: ${where(setup)}${light.text}`)),
    libraries.length ? make("span", {}, make("i", { class: "mark peer" }), " libraries") : "",
    cut ? make("span", {}, "broken bars are longer than shown") : "");
}

function rowOf(one, ladder, rung, scale, marks, problem) {
  const parts = rung.parts, timed = parts.filter(([, part]) => part.us);
  const open = openOf(one) === rung.variant;
  const id = `rung-${page.cases.indexOf(one)}-${one.variants.indexOf(one.byName.get(rung.variant))}`;
  const [, first] = parts[0];
  const both = view.gpus.length > 1;
  const against = both ? one.against.find(([a, b, name, at, cache]) => view.gpus.includes(a) && view.gpus.includes(b)
    && name === rung.variant && at === problem && cache === cacheOf(one, b, problem)) : null;
  const below = one.byName.get(rung.variant).improves, inside = ladder.rungs.some(([name]) => name === below);
  const words = (part) => (rung.kind === "peer" ? "library" : part.gain && inside
    ? gainOf(part.gain, `against ${shortName(one, below)}`) : "");
  const over = first.gain && !inside ? `${first.gain}${first.gain === "as fast" ? " as" : " than"} ${below}` : "";
  const told = (what) => parts.filter(([, part]) => what(part)).map(([setup, part]) =>
    `${both ? `${page.gpus[setup].name} ` : ""}${what(part)}`).join("; ");
  const name = button([], () => toggleRung(one, rung.variant), { class: "name",
    "aria-expanded": String(Boolean(open)), "aria-controls": open ? `${id}-detail` : undefined,
    title: `${rung.variant}: source, counters, command` });
  name.append(...breakable(shortName(one, rung.variant)));
  const row = make("tr", { class: "rung", id, "data-search": `${one.name} ${rung.variant}`,
    on: { click: (event) => { if (!event.target.closest("button, abbr, a")) toggleRung(one, rung.variant); } } },
    make("th", { scope: "row", style: { "--indent": rung.indent }, class: rung.indent ? "side" : "",
      "data-copy": rung.variant }, make("div", { class: "rungname" }, name,
      first.on && ladder.kind !== "host"
        ? make("abbr", { class: "badge", title: `on the CPU: ${first.on}` }, "CPU") : "",
      badgesOf(parts))),
    make("td", { class: "time n", "data-copy": told((part) => part.time || part.status || "no time") },
      parts.map(([setup, part]) => make("div", {},
      both ? machine(setup, "") : "", part.time || make("em", {}, "no time")))),
    make("td", { class: "bars", "data-copy": told((part) => part.gain) },
      timed.map(([setup, part]) => barOf(part, scale, marks.filter((mark) => mark[2] === setup), words(part), rung.kind,
        setup))),
    make("td", { class: "why" }, both ? (against ? `${page.gpus[against[1]].name} ${against[6]}` : "")
      : first.why || over),
    make("td", { class: "bound", "data-copy": told((part) => part.bound || part.share) },
      timed.filter(([, part]) => part.bound || part.share).map(([, part]) =>
      make("div", {}, part.bound ? make("span", { class: "badge bound" }, part.bound)
        : make("small", {}, part.share)))));
  if (!open) return [row];
  return [row, make("tr", { class: "detail", id: `${id}-detail` },
    make("td", { colspan: 5 }, rungDetails(one, rung.variant, problem)))];
}

/** One ladder as a table, '' where it has no time at this problem. */
function ladderOf(one, ladder, problem) {
  const rungs = rungsOf(one, ladder, problem);
  const times = rungs.flatMap((rung) => rung.parts.map(([, part]) => part.us)).filter(Boolean);
  if (!rungs.length) return "";
  const main = rungs.filter((rung) => !rung.indent && rung.kind !== "peer")
    .flatMap((rung) => rung.parts.map(([, part]) => part.us)).filter(Boolean);
  const scale = times.length ? scaleOf(times, main.length ? main : times) : () => 0;
  const { lights, libraries } = marksOf(one, ladder, rungs, problem);
  const marks = [...lights.map(([setup, light]) => [light.us, "light", setup]),
    ...libraries.map(([setup, us]) => [us, "library", setup])];
  const published = rungs.flatMap((rung) => rung.parts.slice(0, 1).filter(([, part]) => part.published)
    .map(([, part]) => `${shortName(one, rung.variant)}: ${part.published}`));
  const head = ["rung", "time", view.logarithmic ? "logarithmic" : "linear, shorter is faster",
    view.gpus.length > 1 ? "GPU against GPU" : "why", "limit"];
  const table = make("table", { class: `ladder${view.gpus.length > 1 ? "" : " one"}` },
    make("caption", { class: "unseen" }, `${ladder.name}: ${one.problems[problem][1]}`),
    make("thead", {}, make("tr", {}, head.map((text, place) => make("th", { scope: "col",
      class: ["", "time n", "bars", "why", "bound"][place], "data-copy": place === 2 ? "step" : undefined }, text)))),
    make("tbody", {}, rungs.flatMap((rung) => rowOf(one, ladder, rung, scale, marks, problem))));
  return [legendOf({ lights, libraries }, times.some((us) => scale(us) > 1)), table,
    published.length ? make("p", { class: "note" }, `published ${published.join(" \u00b7 ")}`) : "",
    copyButtons(() => textsOf(table))];
}

/** The head of a case: its name, the problem to choose, the caches that are shown. */
function caseHead(one, problem) {
  const select = one.problems.length > 1 ? make("label", {}, "problem ", make("select", { on: { change: (event) => {
    view.problems.set(one.name, Number(event.target.value));
    remember(one, openOf(one));
    show({ keep: one });
  } } }, one.problems.map(([, text], place) => make("option", { value: place, selected: place === problem }, text))))
    : make("span", {}, one.problems[problem][1]);
  const states = [...new Set(view.gpus.map((setup) => cacheOf(one, setup, problem)))].filter((cache) => cache
    && cache !== NO_CACHE);
  return make("div", { class: "casehead" }, make("h2", {}, one.title), select,
    make("span", { class: "note" }, states.length ? `${states.join(" and ")} caches` : ""),
    choice("scale of the bars", [[false, "linear"], [true, "logarithmic"]], view.logarithmic, (value) => {
      view.logarithmic = value;
      remember(one, openOf(one));
      show({ keep: one });
    }));
}

/** Charts side by side, folded away and drawn when they are first looked at; '' where `count` is 0. */
function folded(key, title, count, drawAll) {
  if (!count) return "";
  const inside = make("div", { class: "multiples" });
  const part = make("details", { class: "charts", open: view.unfolded.has(key) }, make("summary", {}, title), inside);
  part.fill = () => { if (!inside.children.length) inside.append(...drawAll()); };
  part.addEventListener("toggle", () => {
    if (part.open) part.fill();
    view.unfolded[part.open ? "add" : "delete"](key);
  });
  if (part.open) part.fill();
  return part;
}

/** A case: its ladders on the GPU, that of its host below, its sweeps. */
function caseOf(one) {
  const problem = problemOf(one);
  const gpu = one.ladders.filter((ladder) => ladder.kind !== "host");
  const host = one.ladders.filter((ladder) => ladder.kind === "host");
  const drawn = (ladders) => ladders.map((ladder) => [ladder, ladderOf(one, ladder, problem)]).filter(([, all]) => all)
    .map(([ladder, all]) => make("div", { class: "ladderbox",
      id: `ladder-${page.cases.indexOf(one)}-${one.ladders.indexOf(ladder)}` },
      ladders.length > 1 || ladder.name !== one.name ? make("h3", {}, ladder.name) : "", all));
  const onGpu = drawn(gpu), onHost = drawn(host);
  const hostOpen = !onGpu.length || openOf(one).startsWith("host/");
  const sweeps = sweepsOf(one), panels = sweeps.reduce((sum, sweep) => sum + panelsOf(sweep), 0);
  const roofs = rooflinesOf(one);
  return make("section", { class: "case", id: `case-${page.cases.indexOf(one)}`, "data-search": one.name },
    caseHead(one, problem),
    one.intro ? make("div", { class: "intro" }, make("p", { html: one.intro }),
      one.picture ? make("figure", { class: "picture", html: one.picture }) : "") : "",
    onGpu.length || onHost.length ? "" : make("p", {}, "Not measured here."), onGpu,
    onHost.length ? make("details", { class: "onhost", open: hostOpen }, make("summary", {}, "On the host: ",
      page.gpus[view.gpus[0]].host || "CPU"), onHost) : "",
    folded(`sweeps ${one.name}`, `Parameters and sizes (${panels})`, panels, () => sweeps.flatMap((sweep) =>
      drawSweep(one, sweep))),
    folded(`roofline ${one.name}`, "Roofline", roofs.length, () => roofs.map(([setup, , found]) =>
      rooflineOf(one, setup, found))));
}
