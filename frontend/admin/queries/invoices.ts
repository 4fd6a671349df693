import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { InvoicesQuery, NewControlUnit } from "../../../shared/invoices/routes.ts";
import { request } from "../../api.ts";
import { announce } from "../components/ui/announce.ts";
import { keyOf, refresh, refreshIndexed } from "./cache.ts";
import { pagedQuery } from "./list-query.ts";
import { queryOf } from "./query-of.ts";

/** The invoices and credit notes of a month, by default this one, or all without a control unit number. */
export const invoicesOf = (asked: Pick<InvoicesQuery, "month" | "state">) =>
  pagedQuery(keyOf("invoices", asked.state ?? asked.month ?? ""), asked, async (query, signal) => {
    const { invoices, ...page } = await request("GET /api/v1/invoices", { query }, signal);
    return { ...page, rows: invoices };
  });

/** The invoices and credit notes of a client, newest first. */
export const clientInvoices = (id: string) =>
  pagedQuery(keyOf("client", id, "invoices"), {}, async (query, signal) => {
    const input = { params: { id }, query };
    const { invoices, ...page } = await request("GET /api/v1/clients/{id}/invoices", input, signal);
    return { ...page, rows: invoices };
  });

/** One of them, with all that stands on it. */
export const openedInvoice = (id: string) =>
  queryOf(keyOf("invoices", "opened", id), "GET /api/v1/invoices/{id}", { params: { id } });

export function useRecordControlUnit(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewControlUnit) =>
      request("PUT /api/v1/invoices/{id}/control-unit", { params: { id }, body }),
    // The form goes when the number is there, so what follows is not the form's.
    onSuccess: (opened) => {
      announce("The control unit number was recorded.");
      queryClient.setQueryData(openedInvoice(id).queryKey, opened);
      void refresh(queryClient, "activity");
      return refreshIndexed(queryClient, "invoices", "client", "dashboard");
    },
  });
}
