// What each case gained: a card for each ladder.

/** The steps from the first rung to the best, as wide as the logarithm of their gain, coloured by their technique. */
function blocksOf(one, setup, names) {
  return make("div", { class: "blocks" }, names.map((name) => {
    const part = partOn(one, setup, name, 0), [technique] = techniquesOf(one.byName.get(name));
    const words = `${shortName(one, name)} ${part.gain}${technique ? `: ${technique.name}` : ""}`;
    return make("a", { href: hrefOf(one, name), class: `block ${groupClass(technique)}`, title: words,
      "aria-label": words, style: { "flex-grow": Math.log(part.step) } }, make("span", {}, `${part.step.toFixed(2)}x`));
  }));
}

/** A step of a card: its technique, or its name where it has none, and what it gained. */
function stepOf(one, setup, name) {
  const [technique] = techniquesOf(one.byName.get(name));
  return [link(hrefOf(one, name), shortName(one, name)), " ", partOn(one, setup, name, 0).gain,
    technique ? ` (${technique.name})` : ""];
}

function cardOf(one, ladder, place) {
  const made = shownGpus().flatMap((setup) => one.cards.filter(([number, gpu, cache]) => number === place
    && gpu === setup && cache === cacheShown()).map(([, , , card]) => [setup, card]));
  if (!made.length) return "";
  const [setup, card] = made[0];
  const named = (what, names = []) => (names.length ? make("p", { class: "more" }, `${what}: `,
    names.map((name, at) => [at ? ", " : "", stepOf(one, setup, name)])) : "");
  return make("article", { class: "card" }, make("h3", {}, link(hrefOf(one), ladder.name),
    make("small", { title: one.problems[0][1] }, ` ${one.problems[0][1].split(",")[0]}`)),
  made.map(([gpu, mine]) => make("p", { class: "way" }, machineName(gpu), " ",
    mine.first === mine.best ? "" : `${mine.first} \u2192 `, make("b", {}, mine.best), " ",
    mine.gain ? gainOf(mine.gain) : "", make("small", {}, [mine.share, mine.against].filter(Boolean)
      .map((text) => ` \u00b7 ${text}`)))),
  card.blocks ? blocksOf(one, setup, card.blocks) : "",
  named("biggest step", card.biggest), card.side?.[0] === card.biggest?.[0] ? "" : named("side branch", card.side),
  named("slower", card.slower), card.bound ? make("p", { class: "more" }, `limit: ${card.bound}`) : "");
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
    note("A block is a step, as wide as the logarithm of its gain, in the colour of its group."),
    make("div", { class: "cards" }, made.length ? made : make("p", {}, `No case here: ${state.q ? "none fits the search"
      : notMeasured()}.`)), others.length ? note("Ceilings, which the limits are made of: ", others) : ""];
}
