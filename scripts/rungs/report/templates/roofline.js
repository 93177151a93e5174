// The hierarchical roofline: a variant has a full point for DRAM and a hollow one for the L2, at one rate.

/** The roofs: slopes up to the highest flat part, and the flat parts. */
function roofsOf(found, low, high, top) {
  const slopes = found.slopes.map(([, gbps, text]) => ({ colour: "roof", joined: true, dots: false, name: text,
    points: [[low, gbps * low, ""], [Math.min(high, top / gbps), Math.min(gbps * high, top), ""]] }));
  const flat = found.flat.map(([, gops, text]) => ({ colour: "roof", joined: true, dots: false, dashed: true,
    name: text, points: [[low, gops, ""], [high, gops, ""]] }));
  return [...slopes, ...flat];
}

/** The roofline of a case on a GPU at a problem. */
function rooflineOf(one, setup, found) {
  const xs = found.x.map(([value]) => value), ys = found.y.map(([value]) => value);
  const [low, high, bottom] = [xs[0], xs.at(-1), ys[0]];
  const top = Math.max(ys.at(-1), ...found.points.map(([, gops]) => gops)) * 1.2;
  const x = { ticks: found.x, place: (value) => logarithmically(value, low, high) };
  const y = { ticks: found.y, place: (value) => Math.max(0, logarithmically(value, bottom, top)) };
  const series = found.points.map(([name, gops, text, levels], colour) => ({ colour, joined: true,
    name: `${shortName(one, name)}, ${text}`, points: levels.map(([level, intensity, words]) => [intensity, gops,
      `${shortName(one, name)}: ${text}, ${words}`, level === "DRAM" ? "" : "hollow"]) }));
  const title = `Roofline${page.gpus.length > 1 ? ` \u00b7 ${page.gpus[setup].name}` : ""}`;
  const roofs = roofsOf(found, low, high, top);
  const head = ["variant", "operations", ...found.slopes.map(([level]) => `operations per byte of ${level}`)];
  const rows = () => [head, ...found.points.map(([name, , text, levels]) => [name, text,
    ...found.slopes.map(([level]) => String(levels.find(([mine]) => mine === level)?.[1] ?? ""))])];
  return make("figure", { class: "panel" },
    make("figcaption", {}, make("b", {}, title),
      make("small", {}, " full: DRAM, hollow: L2; the nearer to its roof the better")),
    chart(title, x, y, [...roofs, ...series], "operations per byte"), legend(series),
    make("p", { class: "note" }, `roofs: ${roofs.map((roof) => roof.name).join(" \u00b7 ")}`),
    found.left_out.length ? make("p", { class: "note" }, `not drawn: ${found.left_out.join(", ")}`) : "",
    copyButtons(rows));
}

/** The rooflines of a case for what is shown, as [setup, problem, roofline]. */
const rooflinesOf = (one) => one.rooflines.filter(([setup, problem]) => view.gpus.includes(setup)
  && problem === problemOf(one));
