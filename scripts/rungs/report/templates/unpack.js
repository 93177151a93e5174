// Reads the document beside the script: JSON, compressed and in base64 (page.py).

/** The document of the element #data. In a browser without DecompressionStream the page says what is expected. */
async function unpacked() {
  if (typeof DecompressionStream === "undefined") {
    document.querySelector("main").textContent =
      "This browser cannot unpack the page's data; expected one of 2023 or later.";
    throw new Error("no DecompressionStream");
  }
  const bytes = Uint8Array.from(atob(document.getElementById("data").textContent), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

