import * as z from "zod/mini";
import type { Routes } from "../route.ts";

/** The page of a client's own account. Anyone who has the address can read it. */
export const accountPath = (secret: string) => `/account/${secret}`;

/** The value of `view` that shows the statement of account. */
export const STATEMENT_VIEW = "statement";

export const accountPageRoutes = {
  /** For clients, who have no sign-in. Opening it changes nothing, because mail scanners open it too. */
  "GET /account/{secret}": {
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
} as const satisfies Routes;
