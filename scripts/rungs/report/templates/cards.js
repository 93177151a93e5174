// What each case gained: a card for each ladder.

function cardOf(one, ladder, place) {
  const made = shownGpus().flatMap((setup) => one.cards.filter(([number, gpu, cache]) => number === place
    && gpu === setup && cache === cacheShown()).map(([, , , card]) => [setup, card]));
  if (!made.length) return "";
  const [setup, { biggest, bound }] = made[0], [technique] = techniquesOf(one.byName.get(biggest));
  return make("article", { class: "card" }, make("h3", {}, link(hrefOf(one), ladder.name),
    make("small", { title: one.problems[0][1] }, ` ${one.problems[0][1].split(",")[0]}`)),
  made.map(([gpu, mine]) => make("p", { class: "way" }, machineName(gpu), " ",
    mine.first === mine.best ? "" : `${mine.first} \u2192 `, make("b", {}, mine.best), " ",
    mine.gain ? gainOf(mine.gain) : "", make("small", {}, [mine.share, mine.against].filter(Boolean)
      .map((text) => ` \u00b7 ${text}`)))),
  biggest ? make("p", { class: "more" }, "biggest step: ", link(hrefOf(one, biggest), shortName(one, biggest)), " ",
    partOn(one, setup, biggest, 0).gain, technique ? ` (${technique.name})` : "") : "",
  bound ? make("p", { class: "more" }, `limit: ${bound}`) : "");
}

/** What the search looks at in a case: names, ideas, techniques, limits. */
const textOfCase = (one) => (one.text ??= [one.name, one.title, ...one.variants.flatMap((variant) => [variant.name,
  ...(variant.idea || []), ...techniquesOf(variant).map(({ name }) => name)]),
...one.rows.map(([, , , , part]) => part.bound || "")].join(" "));

/** All cards of what is shown; a case that was measured on no GPU has those of its host. */
function cards() {
  const made = page.cases.filter((one) => !one.ceiling && fits(textOfCase(one))).flatMap((one) => {
    const kind = one.ladders.some((ladder) => ladder.kind === "gpu") ? "gpu" : "host";
    return one.ladders.map((ladder, place) => (ladder.kind === kind ? cardOf(one, ladder, place) : ""));
  }).filter(Boolean);
  const others = page.cases.filter((one) => one.ceiling).map((one, place) => [place ? ", " : "",
    link(hrefOf(one), one.title)]);
  return [make("h2", {}, "What each case gained, from the first kernel to the best"),
    make("div", { class: "cards" }, made.length ? made : make("p", {}, `No case here: ${state.q ? "none fits the search"
      : notMeasured()}.`)), others.length ? note("Ceilings, which the limits are made of: ", others) : ""];
}
