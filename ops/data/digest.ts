import { createHash } from "node:crypto";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";

export type Row = Record<string, AttributeValue>;

/** A row as DynamoDB JSON in one line. Attributes and sets are sorted, so equal rows give equal lines. */
export const lineOf = (row: Row): string => JSON.stringify(row, sorted);

function sorted(name: string, value: unknown): unknown {
  if (value instanceof Uint8Array)
    throw new Error("A row has binary data, which the export does not support.");
  if ((name === "SS" || name === "NS") && Array.isArray(value)) return value.toSorted();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export type Digest = { count: number; digest: string };

/** The number of lines and the sum of their hashes, which does not depend on the order of rows. */
export function digestOf(lines: Iterable<string>): Digest {
  let count = 0;
  let sum = 0n;
  for (const line of lines) {
    count += 1;
    sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash("sha256").update(line).digest("hex")}`));
  }
  return { count, digest: sum.toString(16).padStart(64, "0") };
}
