import { bareReference, codesNamedIn, ownCodeOf } from "../../../../../shared/billing/matching/codes.ts";
import { isReversal } from "../../../../../shared/billing/matching/reversals.ts";
import type { StatementLine } from "../../../../../shared/payments/statement-line.ts";

type Numbered = readonly [index: number, line: StatementLine];

/**
 * The lines, with their indexes, in calls of a size. A call sees only its own lines, so those of one payer come together: each pays
 * what the one before leaves open. A reversal comes with the line that it names, and lines with one code with each other.
 */
export function partsOf(lines: readonly StatementLine[], size: number): Numbered[][] {
  const groups = Map.groupBy(lines.entries(), groupsIn(lines));
  const pieces = [...groups.values()]
    .flatMap((group) => chunksOf(group, size))
    .sort((a, b) => b.length - a.length);
  const parts: Numbered[][] = [];
  // The longest first, each where it still fits: small ones fill what is left.
  let full = 0;
  for (const piece of pieces) {
    const fitting = parts.findIndex((part, index) => index >= full && part.length + piece.length <= size);
    if (fitting < 0) parts.push([...piece]);
    else parts[fitting]?.push(...piece);
    while (parts[full]?.length === size) full += 1;
  }
  return parts;
}

const chunksOf = (group: readonly Numbered[], size: number): Numbered[][] =>
  Array.from({ length: Math.ceil(group.length / size) }, (_, chunk) =>
    group.slice(chunk * size, (chunk + 1) * size),
  );

/** The payer of each line, as the line says it; of a reversal that of the line which it reverses. */
function groupsIn(lines: readonly StatementLine[]): (numbered: Numbered) => string {
  const codes = lines.map((line) => bareReference(ownCodeOf(line)));
  const reversals = new Set(lines.filter(isReversal));
  const byCode = new Map<string, StatementLine>();
  for (const [index, line] of lines.entries()) {
    const code = codes[index] ?? "";
    if (code !== "" && line.amount > 0 && !reversals.has(line) && !byCode.has(code)) byCode.set(code, line);
  }
  return ([index, line]) => {
    const named = reversals.has(line) ? codesNamedIn(line).map(bareReference) : [];
    const [first = line] = [...named, codes[index] ?? ""].flatMap((code) => byCode.get(code) ?? []);
    return payerOf(first) || `line ${index}`;
  };
}

const payerOf = ({ account, phone, payer }: StatementLine): string =>
  (account || phone || payer || "").replaceAll(/[^\p{L}\p{N}]/gu, "").toUpperCase();
