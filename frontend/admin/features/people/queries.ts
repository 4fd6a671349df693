import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MAX_ITEMS, type PersonItem, type PersonRecord } from "../../../../shared/people/people.ts";
import { request } from "../../../api.ts";
import { saveAs } from "../../components/table/export.ts";
import { refreshIndexed, refreshRecords } from "../../queries/cache.ts";
import { allDataOf } from "../../queries/client-page.ts";
import { pagesOf } from "../../queries/list-query.ts";
import { fileOf } from "../../rules/personal-data.ts";

export const keyOfItem = ({ kind, id }: PersonItem): string => `${kind} ${id}`;

/** Finds everything about a person, a page at a time. `onPage` shows what is found so far. */
export const useSearchPeople = (onPage: (records: readonly PersonRecord[]) => void) =>
  useMutation({
    mutationFn: async (query: string) => {
      const byKey = new Map<string, PersonRecord>();
      const fetchPage = (cursor: string | undefined) =>
        request("POST /api/v1/people/search", { body: { query, cursor } });
      for await (const page of pagesOf(fetchPage)) {
        for (const record of page.found) byKey.set(keyOfItem(record), record);
        onPage([...byKey.values()]);
      }
    },
  });

function partsOf(items: readonly PersonRecord[]): PersonItem[][] {
  const sent = items.map(({ kind, id }) => ({ kind, id }));
  const count = Math.ceil(sent.length / MAX_ITEMS);
  return Array.from({ length: count }, (_, part) => sent.slice(part * MAX_ITEMS, (part + 1) * MAX_ITEMS));
}

/** Erases records, and returns those that stay, with the reasons. */
export function useErasePeople() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (items: readonly PersonRecord[]) => {
      const kept: { why: string }[] = [];
      for (const part of partsOf(items))
        kept.push(...(await request("POST /api/v1/people/erasure", { body: { items: part } })).kept);
      return kept;
    },
    onSettled: () => {
      void refreshRecords(queryClient);
      void refreshIndexed(queryClient, "messages");
    },
  });
}

/** Saves everything that was found as one file. */
export const useDownloadPeople = () =>
  useMutation({
    mutationFn: async (chosen: readonly PersonRecord[]) => {
      const takenAt = new Date();
      const clients = [];
      for (const { id } of chosen.filter(({ kind }) => kind === "client"))
        clients.push(fileOf(await allDataOf(id), takenAt));
      const records = [];
      for (const items of partsOf(chosen.filter(({ kind }) => kind !== "client")))
        records.push(...(await request("POST /api/v1/people/export", { body: { items } })).records);
      const about = "All data stored about this person. Dates are year-month-day, times are UTC.";
      const file = JSON.stringify({ about, taken_at: takenAt, clients, records }, null, 2);
      saveAs("person.json", new Blob([file], { type: "application/json" }));
    },
  });
