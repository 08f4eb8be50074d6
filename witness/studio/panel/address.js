// The panel in the address, so that a link is the panel: after "#panel=" the base64 of its JSON, with
// the digits that addresses have.

const PANEL = "#panel=";

function panelHash(puzzle) {
  const bytes = new TextEncoder().encode(JSON.stringify(lineOf(puzzle)));
  return PANEL + addressDigits(bytes, { "+": "-", "/": "_", "=": "" });
}

// The base64 of bytes, with other digits for some.
function addressDigits(bytes, others) {
  const digits = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return digits.replace(/[+/=]/g, (digit) => others[digit] ?? digit);
}

// The panel of an address; null if it has none. Throws an error for one that is damaged.
function panelFromHash(hash) {
  if (!hash.startsWith(PANEL)) return null;
  let value = null;
  try {
    const digits = hash.slice(PANEL.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(digits), (sign) => sign.charCodeAt(0));
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error("the link is damaged: it is not what this page writes");
  }
  return readPuzzle(value);
}
