import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "../../../shared/clients.ts";
import type { Subscription } from "../../../shared/subscriptions.ts";

type Saved = { clients: Client; subscriptions: Subscription };
type Kind = keyof Saved;

/** The list is read from a table that may lag behind what it just took, by a second at the very most. */
const lag = 5_000;
const recent = new Map<string, { kind: Kind; record: Saved[Kind]; until: number }>();

/** Puts what was just saved into the list on screen, and keeps a list that lags behind from undoing it. */
export function putSaved<K extends Kind>(queryClient: QueryClient, kind: K, record: Saved[K]): void {
  recent.set(record.id, { kind, record, until: Date.now() + lag });
  const put = <R extends { id: string }>(rows: R[], row: R) =>
    rows.some(({ id }) => id === row.id)
      ? rows.map((other) => (other.id === row.id ? row : other))
      : [...rows, row];
  if (kind === "clients") {
    queryClient.setQueryData<{ clients: Client[] }>(
      ["clients"],
      (list) => list && { ...list, clients: put(list.clients, record as Client) },
    );
  } else {
    queryClient.setQueryData<{ subscriptions: Subscription[] }>(
      ["subscriptions"],
      (list) => list && { ...list, subscriptions: put(list.subscriptions, record as Subscription) },
    );
  }
}

/** A further page of a list, with what was saved a moment ago in place of what the page has of it. */
export function withSaved<R extends { id: string; version: number }>(
  kind: Kind,
  before: R[],
  page: R[],
): R[] {
  const newer = newest<R>(kind);
  if (newer.size === 0) return [...before, ...page];
  const fresh = (row: R) => {
    const saved = newer.get(row.id);
    newer.delete(row.id);
    return saved && saved.version > row.version ? saved : row;
  };
  const onPage = new Set(page.map(({ id }) => id));
  const rows = [...before.filter(({ id }) => !onPage.has(id)), ...page].map(fresh);
  return [...rows, ...newer.values()];
}

function newest<R>(kind: Kind): Map<string, R> {
  const found = new Map<string, R>();
  for (const [id, saved] of recent) {
    if (saved.until < Date.now()) recent.delete(id);
    else if (saved.kind === kind) found.set(id, saved.record as Saved[Kind] & R);
  }
  return found;
}

/** After records were removed, those saved a moment before must not come back. */
export const forgetSaved = () => recent.clear();
