// What a technique opens: its steps, and of each the difference of the two sources, machine code and counters.

/** A small chart of a step's gain over size, with the line at 1x. */
function overSizes(step, gpus) {
  const lines = gpus.map((setup) => step.gpus[setup]?.sizes || []), all = lines.flat();
  if (new Set(all.map(([x]) => x)).size < 2) return "";
  const wide = 190, edge = 6, [first, last] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const gains = all.map(([, , gain]) => gain), least = Math.min(0.95, ...gains), most = Math.max(1.1, ...gains);
  const atX = (x) => edge + (wide - 40) * (last > first ? logarithmically(x, first, last) : 0);
  const atY = (gain) => 36 - 30 * logarithmically(gain, least, most);
  const named = (x) => all.find(([size]) => size === x)[1];
  return drawing(wide, 52, "gain over size", { class: "small" },
    draw("line", { x1: edge, x2: wide - 34, y1: atY(1), y2: atY(1), class: "one" }),
    draw("text", { x: wide - 30, y: atY(1) + 3 }, "1x"), draw("text", { x: edge, y: 50 }, named(first)),
    draw("text", { x: wide - 34, y: 50, "text-anchor": "end" }, named(last)),
    lines.map((points, place) => draw("g", { class: `line${place ? " hollow" : ""}` },
      draw("path", { d: points.map(([x, , gain], at) => `${at ? "L" : "M"}${atX(x).toFixed(1)} ${atY(gain).toFixed(1)}`)
        .join("") }),
      points.map(([x, size, gain, text]) => draw("circle", { cx: atX(x), cy: atY(gain), r: 2.3 },
        draw("title", {}, `${size}: ${text}`))))));
}

/** What of a step is shown below it: the difference of the sources, the machine code, the counters. */
function stepPart(step) {
  const one = caseNamed(step.case), [from, to] = [step.old, step.new].map((name) => one.byName.get(name));
  if (!from || !to) return note("Not on this page.");
  if (state.show === "difference") return sourceOf(one, to, from.name);
  if (state.show === "counters") return countersOf(one, to.name, from.name, 0);
  return loopsOf(one, to, from);
}

function stepRows(step, technique, gpus) {
  const one = caseNamed(step.case), name = `${step.case}/${step.new}`, open = state.step === name && state.show;
  const on = gpus.map((setup) => step.gpus[setup]), first = on.find(Boolean);
  const figure = (part) => make("td", {}, part ? [make("b", {}, part.text), ` ${part.interval}`,
    make("small", {}, `${part.at}: ${part.times.join(" to ")}`)] : make("small", {}, notMeasured()));
  const idea = (one.byName.get(step.back ? step.old : step.new)?.idea || [""])[0];
  const rows = [make("tr", {}, make("th", { scope: "row" }, link(hrefOf(one, step.back ? step.old : step.new),
    `${step.case}: `, breakable(shortName(one, step.old)), " to ", breakable(shortName(one, step.new))),
  step.back ? make("small", {}, "registered the other way round") : "", make("small", { class: "idea" }, idea)),
  on.map(figure), make("td", {}, overSizes(step, gpus), make("small", {}, step.stops && `pays: ${step.stops}`)),
  make("td", { class: "turn" }, first.before, " \u2192 ", first.after,
    first.counted ? make("small", {}, `counted at ${first.counted}`) : ""), make("td", {}, first.registers || ""),
  make("td", {}, [...(first.params || []), ...(first.states || [])].map((text) => make("small", {}, text))),
  make("td", { class: "looks" }, known.show.map((what) => button(what === "code" ? "machine code" : what, () =>
    go(open && state.show === what ? { step: "", show: "" } : { technique: technique.id, step: name, show: what }),
  { "aria-pressed": String(Boolean(open) && state.show === what) }))))];
  if (open) rows.push(make("tr", { class: "look" }, make("td", { colspan: gpus.length + 6 }, stepPart(step))));
  return rows;
}

/** All that a technique opens; of a filtered table the steps that fit. */
function techniqueDetails(technique, gpus) {
  const steps = stepsOf(technique).filter(chosen).filter((step) => gpus.some((setup) => step.gpus[setup]));
  const also = (technique.also[cacheShown()] || []).map(([name, variant, text], place) => [place ? "; " : "",
    link(hrefOf(caseNamed(name), variant), text)]);
  const head = ["step", ...gpus.map((setup) => page.gpus[setup].name), "gain over size (log)",
    `limit before and after, ${page.gpus[gpus[0]].name}`, "registers", "parameters, other caches", "look at"];
  return make("div", { class: "details" }, make("p", {}, make("b", {}, "Cost: "), technique.cost),
    boxed(`steps of ${technique.name}`, make("table", {}, headRow(head), make("tbody", {}, steps.flatMap((step) =>
      stepRows(step, technique, gpus))))),
    also.length ? note("Part of other steps, too: ", also) : "");
}
