import type { Exported } from "../../../components/table/export.ts";
import { methodName } from "../../../words/payments.ts";
import type { Entry } from "./entries.ts";

/** The lines that wait as a file. */
export const exported: Exported<Entry> = {
  name: "statement lines",
  columns: [
    ["Paid on", ({ line }) => line.paid_on],
    ["Receipt number", ({ line }) => line.number],
    ["Method", ({ line }) => methodName(line.method)],
    ["Payer", ({ line }) => line.payer],
    ["Phone", ({ line }) => line.phone],
    ["Account", ({ line }) => line.account],
    ["Details", ({ line }) => line.details],
    ["Amount", ({ line }) => line.amount],
    ["Currency", ({ line }) => line.currency],
  ],
};
