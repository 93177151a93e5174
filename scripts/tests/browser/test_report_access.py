"""The page for those who hear it or see it badly: all has a name, headings follow each other, words stand out."""

OPEN = """
  document.querySelectorAll('details').forEach(part => part.open = true);
  const frame = () => new Promise(requestAnimationFrame);  // a change of the system is told with the next one
  return frame().then(frame)"""
FAULTS = """
  const faults = [], say = (what, element) => faults.push(`${what}: ${element.outerHTML.slice(0, 80)}`);
  const all = selector => [...document.querySelectorAll(selector)];
  for (const one of all('button, a')) if (!one.textContent.trim()) say('no name', one);
  for (const one of all('svg')) if (!one.getAttribute('aria-label') && !one.querySelector('title')) say('no name', one);
  for (const one of all('select, input')) if (!one.closest('label')) say('no label', one);
  for (const one of all('[aria-controls]')) {
    if (!document.getElementById(one.getAttribute('aria-controls'))) say('controls nothing', one);
  }
  const ids = all('[id]').map(one => one.id);
  for (const one of all('[id]')) if (ids.indexOf(one.id) !== ids.lastIndexOf(one.id)) say('id twice', one);
  let level = 1;
  for (const one of all('h1, h2, h3, h4')) {
    if (Number(one.tagName[1]) > level + 1) say('a level of headings is left out', one);
    level = Number(one.tagName[1]);
  }
  const light = colour => {
    const parts = colour.match(/[0-9.]+/g).slice(0, 3).map(part => part / 255)
      .map(part => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const behind = one => {
    for (let part = one; part; part = part.parentElement) {
      const colour = getComputedStyle(part).backgroundColor;
      if (!colour.endsWith(', 0)')) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  for (const one of all('body *')) {
    const words = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!words || !one.checkVisibility() || one.closest('svg, script, style')) continue;
    const [a, b] = [light(getComputedStyle(one).color), light(behind(one))];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5) say('too little contrast', one);
  }
  return faults.slice(0, 9)"""


def test_everything_has_a_name_and_stands_out(browser, pages):
    for name, path in pages.items():
        browser.open(path, "#tiles/gpu/quick")
        for scheme in ("light", "dark"):
            browser.emulate(1280, 800, scheme)
            browser.run(OPEN)
            assert browser.run(FAULTS) == [], (name, scheme)


def test_the_checker_finds_planted_faults(browser, pages):
    browser.open(pages["two"])
    browser.run("document.getElementById('end').innerHTML = '<button></button><svg></svg><input><h4>x</h4>"
                "<p id=cards style=\"color: #aaa; background: #fff\">pale</p>'")
    said = " ".join(browser.run(FAULTS))
    for fault in ("no name: <button>", "no name: <svg>", "no label: <input>", "id twice", "headings is left out",
                  "too little contrast"):
        assert fault in said, said
