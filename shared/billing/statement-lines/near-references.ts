import type { Client } from "../../clients/client.ts";
import type { MatchIndex } from "./match-index.ts";
import type { Line } from "./read.ts";

/** Clients whose reference differs from the account text by one typing mistake. */
export function nearReferences({ account }: Pick<Line, "account">, matchIndex: MatchIndex): Client[] {
  const digits = account.replaceAll(/[\s.-]/g, "");
  if (!/^\d{6,8}$/.test(digits)) return [];
  const found = new Set<Client>();
  for (const near of typos(digits)) {
    const client = matchIndex.withReference(near);
    if (client) found.add(client);
  }
  return [...found];
}

/** One wrong digit, two swapped neighbours, one digit too many or too few. */
function* typos(digits: string): Generator<string> {
  for (let at = 0; at <= digits.length; at += 1) {
    const [before, digitHere, after] = [digits.slice(0, at), digits[at] ?? "", digits.slice(at + 1)];
    if (digits.length === 8) yield before + after;
    for (let digit = 0; digit <= 9; digit += 1) {
      if (digits.length === 7 && digitHere) yield `${before}${digit}${after}`;
      if (digits.length === 6) yield `${before}${digit}${digitHere}${after}`;
    }
    if (digits.length === 7 && digitHere && after) yield before + after[0] + digitHere + after.slice(1);
  }
}
