import { encode } from "uqr";
import { type Html, html } from "../account-page/html.ts";

/** Readers need this many empty modules around the code. */
const QUIET_ZONE = 4;
/** A longer text makes modules that a phone cannot tell apart on paper. */
const MAX_LENGTH = 500;

/** The QR code of a text as a picture; nothing if it is too long. */
export function qrCode(text: string, label: string): Html | false {
  if (text.length > MAX_LENGTH) return false;
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const path = data.map((row, y) => rowPath(row, y)).join("");
  return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path}" fill="#000"/></svg>`;
}

/** Draws neighbouring dark modules as one: the page stays small. */
const rowPath = (row: readonly boolean[], y: number): string =>
  [
    ...row
      .map((dark) => (dark ? "#" : " "))
      .join("")
      .matchAll(/#+/g),
  ]
    .map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join("");
