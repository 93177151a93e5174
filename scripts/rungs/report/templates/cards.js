// The first screen: a card for each ladder.

const SPARK = { wide: 130, high: 24 };

/** A bar for each rung, as high as it is fast, on a logarithmic scale. */
function sparkOf(spark, best) {
  const logs = spark.map(([, speed]) => Math.log(speed));
  const low = Math.min(...logs), span = Math.max(...logs) - low || 1;
  const step = Math.min(SPARK.wide / spark.length, 13), left = SPARK.wide - step * spark.length;
  return draw("svg", { viewBox: `0 0 ${SPARK.wide} ${SPARK.high}`, class: "spark",
    preserveAspectRatio: "xMaxYMax meet", role: "img",
    "aria-label": `speeds of ${spark.length} rungs` }, logs.map((log, place) => {
    const high = 3 + (SPARK.high - 3) * (log - low) / span;
    return draw("rect", { x: left + place * step, y: SPARK.high - high, width: step - 2, height: high,
      class: spark[place][0] === best ? "best" : undefined });
  }));
}

/** The cards of a ladder, a [setup, card] for each GPU that is shown. */
function cardsOf(one, place) {
  return view.gpus.flatMap((setup) => {
    const cache = cacheOf(one, setup, 0);
    return one.cards.filter(([ladder, number, state]) => ladder === place && number === setup && state === cache)
      .map((found) => [setup, found[3]]);
  });
}

function figuresOf(one, setup, card) {
  const lines = [make("p", { class: "way" }, view.gpus.length > 1 ? machine(setup, page.gpus[setup].name) : "",
    " ", make("span", {}, card.first === card.best ? "" : `${card.first} \u2192 `), make("b", {}, card.best), " ",
    card.gain ? gainOf(card.gain) : "")];
  const beside = [card.share, card.against].filter(Boolean).join(" \u00b7 ");
  if (beside) lines.push(make("p", {}, beside));
  return lines;
}

/** The step that brought most, which leads to its rung. */
function biggestOf(one, card) {
  return make("p", {}, "biggest step: ", make("a", { href: addressOf({ case: one.name, variant: card.biggest }) },
    shortName(one, card.biggest)), " ", gainOf(card.worth), card.why ? `: ${card.why}` : "");
}

function cardOf(one, ladder, place) {
  const found = cardsOf(one, place);
  if (!found.length) return "";
  const [, card] = found[0];
  const href = place ? `#ladder-${page.cases.indexOf(one)}-${place}` : addressOf({ case: one.name });
  return make("article", { class: "card", "data-search": `${ladder.name} ${one.title}` },
    make("h2", {}, make("a", { href }, ladder.name), make("small", { title: one.problems[0][1] },
      ` ${one.problems[0][1].split(",")[0]}`)),
    found.flatMap(([setup, mine]) => figuresOf(one, setup, mine)),
    card.biggest ? biggestOf(one, card) : "",
    make("div", { class: "foot" }, card.bound ? make("p", {}, "bound by: ",
      make("span", { class: "badge bound" }, card.bound)) : "",
      card.spark.length > 1 ? sparkOf(card.spark, card.variant) : ""));
}

const FEW_RUNGS = 3;  // ladders of fewer come last

/** All cards of what is shown; a case that was measured on no GPU has those of its host. */
function cards() {
  const made = page.cases.filter((one) => !one.ceiling).flatMap((one) => {
    const kind = one.ladders.some((ladder) => ladder.kind === "gpu") ? "gpu" : "host";
    return one.ladders.map((ladder, place) => [ladder, place]).filter(([ladder]) => ladder.kind === kind)
      .map(([ladder, place]) => [ladder.rungs.length < FEW_RUNGS, cardOf(one, ladder, place)]);
  }).filter(([, card]) => card).sort(([few], [other]) => few - other).map(([, card]) => card);
  return made.length ? made : [make("p", {}, "No case has a time here.")];
}
