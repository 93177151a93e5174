// The first screen: a card for each ladder.

const SPARK = { wide: 130, high: 24 };
const FEW_RUNGS = 3;  // ladders of fewer come last

/** A bar for each rung, as high as it is fast, on a logarithmic scale. */
function sparkOf(spark, best) {
  const logs = spark.map(([, speed]) => Math.log(speed));
  const low = Math.min(...logs), span = Math.max(...logs) - low || 1;
  const step = Math.min(SPARK.wide / spark.length, 13), left = SPARK.wide - step * spark.length;
  return drawing(SPARK.wide, SPARK.high, `speeds of ${spark.length} rungs`,
    { class: "spark", preserveAspectRatio: "xMaxYMax meet" }, logs.map((log, place) => {
      const high = 3 + (SPARK.high - 3) * (log - low) / span;
      return draw("rect", { x: left + place * step, y: SPARK.high - high, width: step - 2, height: high,
        class: spark[place][0] === best ? "best" : undefined });
    }));
}

/** The cards of a ladder, a [setup, card] for each GPU that is shown. */
const cardsOf = (one, place) => view.gpus.flatMap((setup) => one.cards.filter(([ladder, number, state]) =>
  ladder === place && number === setup && state === cacheOf(one, setup, 0)).map(([, , , card]) => [setup, card]));

function figuresOf(setup, card) {
  const limits = [card.share, card.against].filter(Boolean).join(" \u00b7 ");
  return [make("p", { class: "way" }, machineName(setup), " ",
    make("span", {}, card.first === card.best ? "" : `${card.first} \u2192 `), make("b", {}, card.best), " ",
    card.gain ? gainOf(card.gain) : ""), limits ? make("p", {}, limits) : ""];
}

function cardOf(one, ladder, place) {
  const made = cardsOf(one, place);
  if (!made.length) return "";
  const [, card] = made[0], problem = one.problems[0][1];
  return make("article", { class: "card", "data-search": `${ladder.name} ${one.title}` },
    make("h2", {}, link(place ? `#ladder-${page.cases.indexOf(one)}-${place}` : hrefOf(one), ladder.name),
      make("small", { title: problem }, ` ${problem.split(",")[0]}`)),
    made.map(([setup, mine]) => figuresOf(setup, mine)),
    card.biggest ? make("p", {}, "biggest step: ", link(hrefOf(one, card.biggest), shortName(one, card.biggest)), " ",
      gainOf(card.worth), card.why ? `: ${card.why}` : "") : "",
    make("div", { class: "foot" }, card.bound ? make("p", {}, "bound by: ",
      make("span", { class: "badge bound" }, card.bound)) : "",
      card.spark.length > 1 ? sparkOf(card.spark, card.variant) : ""));
}

/** All cards of what is shown; a case that was measured on no GPU has those of its host. */
function cards() {
  const made = page.cases.filter((one) => !one.ceiling).flatMap((one) => {
    const kind = one.ladders.some((ladder) => ladder.kind === "gpu") ? "gpu" : "host";
    return one.ladders.map((ladder, place) => [ladder, place]).filter(([ladder]) => ladder.kind === kind)
      .map(([ladder, place]) => [ladder.rungs.length < FEW_RUNGS, cardOf(one, ladder, place)]);
  }).filter(([, card]) => card).sort(([few], [other]) => few - other).map(([, card]) => card);
  return made.length ? made : [make("p", {}, "No case has a time here.")];
}
