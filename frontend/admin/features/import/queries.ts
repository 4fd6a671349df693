import { queryOptions } from "@tanstack/react-query";
import { type Import, type ImportKind, isWorking } from "../../../../shared/imports/import.ts";
import { request } from "../../../api.ts";
import { keyOf } from "../../queries/cache.ts";
import { pagesOf } from "../../queries/list-query.ts";
import { lookTimer } from "./rows.ts";

const timers = new Map<string, ReturnType<typeof lookTimer>>();

function msUntilNextLook(shownImport: Import): number {
  const key = `${shownImport.id} ${shownImport.state}`;
  const timer = timers.get(key) ?? lookTimer(Date.now);
  timers.set(key, timer);
  return timer(shownImport);
}

export const importOf = (id: string) =>
  queryOptions({
    queryKey: keyOf("imports", id),
    queryFn: async ({ signal }) =>
      (await request("GET /api/v1/imports/{id}", { params: { id } }, signal)).import,
    refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? msUntilNextLook(data) : false),
    staleTime: 0,
  });

/** The imports of a kind that wait in their preview. */
export const importsToCheck = (kind: ImportKind) =>
  queryOptions({
    queryKey: keyOf("imports", kind),
    queryFn: async ({ signal }) =>
      (await request("GET /api/v1/imports", { query: { kind } }, signal)).imports,
    staleTime: 0,
  });

/** All rows, with what happened to each. They change only while the import works. */
export const importRows = (id: string) =>
  queryOptions({
    queryKey: keyOf("imports", id, "rows"),
    queryFn: async ({ signal }) => {
      const params = { id };
      const fetchPage = (cursor: string | undefined) =>
        request("GET /api/v1/imports/{id}/rows", { params, query: { cursor } }, signal);
      return (await Array.fromAsync(pagesOf(fetchPage))).flatMap(({ rows }) => rows);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The columns of the file that were not sent; only the tab that read the file knows them. */
export const ignoredIn = (id: string) => keyOf("imports", id, "ignored");
