import { type Item, mapPath } from "dynalite/db/index.js";
import type { Prepared } from "./dynalite-operations.ts";

type Value = unknown[] | { type?: string; name?: string; args?: unknown[] };

/**
 * `SET total_before = total ADD total :n` copies what `total` was before the update. dynalite would make both
 * the same object and add to it, so the copies are made here, in its parsed expression.
 */
export function detachCopies(input: Prepared, before: Item | undefined): void {
  const updates = input._updates as { sections: { type: string; val?: Value }[] } | undefined;
  for (const section of updates?.sections ?? []) {
    if (section.type !== "set" || !section.val || !before) continue;
    const path = copiedPath(section.val);
    const copied = path && mapPath(path, before);
    if (copied) section.val = structuredClone(copied);
  }
}

function copiedPath(value: Value): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const [path] = value.name === "if_not_exists" ? (value.args ?? []) : [];
  return Array.isArray(path) ? path : undefined;
}
