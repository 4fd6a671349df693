import * as z from "zod/mini";
import { Day } from "./day.ts";
import { Currency } from "./money.ts";
import type { Routes } from "./route.ts";

/** The page of a client's own account. Anyone who has the address can read it. */
export const accountPath = (secret: string) => `/account/${secret}`;

/** The page of one of the client's invoices or credit notes, by its number. */
export const invoicePath = (account: string, number: string) => `${account}/invoices/${number}`;

/** What is due on a day in a currency. */
export type Requested = { due: Day; currency: Currency };

/** In place of a number: asks for what is due then and has no invoice yet. */
export const paymentRequestName = ({ due, currency }: Requested) => `${due}-${currency}`;

export function requestedBy(name: string): Requested | undefined {
  const [, due, currency] = /^(\d{4}-\d\d-\d\d)-([A-Z]{3})$/.exec(name) ?? [];
  const { data } = z.object({ due: Day, currency: Currency }).safeParse({ due, currency });
  return data;
}

/** The end of the address of an invoice or a credit note as a PDF. */
export const PDF_ENDING = ".pdf";

/** The value of `view` that shows the statement of account. */
export const STATEMENT_VIEW = "statement";

export const accountPageRoutes = {
  "GET /account/{secret}": {
    summary: "Show a client's own account",
    description:
      "A page for the client, who has no sign-in: the secret address gives access. With `view=statement`, the statement of the last 12 months. Any wrong address returns 404. Errors are pages too.",
    // Opening it changes nothing, because mail scanners open it too.
    access: "public",
    // Many phones share one address of a mobile network, and a page that waits for a payment asks every three seconds.
    sharedAddresses: true,
    limit: { maxCalls: 300, seconds: 60 },
    // Any wrong address gets the same 404, so that nothing can be guessed.
    params: z.object({ secret: z.string() }),
    query: z.object({ view: z.optional(z.string()) }),
    media: "text/html",
    response: z.string(),
  },
  "GET /account/{secret}/invoices/{number}": {
    summary: "Show an invoice or a credit note to its client",
    description:
      "A page to read and to print: `INV-2026-000123`, `CRN-2026-000007`. With `.pdf` after the number, the same as a PDF. A due day and a currency with a hyphen between them show a payment request for what is due then and has no invoice yet. Any other client's number and any wrong address return 404. Errors are pages too.",
    access: "public",
    sharedAddresses: true,
    limit: { maxCalls: 300, seconds: 60 },
    params: z.object({ secret: z.string(), number: z.string() }),
    media: "text/html",
    pdf: true,
    response: z.string(),
  },
} as const satisfies Routes;
