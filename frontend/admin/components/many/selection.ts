/** The selected rows. A range starts at the row pressed last and replaces the previous range. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** The start of a range. */
  anchor: string | undefined;
  /** The selection when the range started. */
  before: ReadonlySet<string>;
};

const empty: ReadonlySet<string> = new Set();
export const nothing: Selection = { ids: empty, anchor: undefined, before: empty };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, before: next };
}

/** From the anchor to a row, in the shown order, all rows become selected or deselected like the anchor. */
export function extended(selection: Selection, id: string, shown: readonly { id: string }[]): Selection {
  const { anchor, before } = selection;
  const from = shown.findIndex((row) => row.id === anchor);
  const to = shown.findIndex((row) => row.id === id);
  if (anchor === undefined || from < 0 || to < 0) return toggled(selection, id);
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(before);
  for (const row of range) {
    if (before.has(anchor)) next.add(row.id);
    else next.delete(row.id);
  }
  return { ids: next, anchor, before };
}

/** Selects all shown rows, or deselects them if all are selected. */
export function allToggled({ ids }: Selection, shown: readonly { id: string }[]): Selection {
  const next = new Set(ids);
  const all = shown.every(({ id }) => ids.has(id));
  for (const { id } of shown) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return { ids: next, anchor: undefined, before: next };
}
