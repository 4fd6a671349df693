import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api.ts";
import { SignedOutError } from "../../auth.ts";
import { keyOf } from "./cache.ts";

// The company's profile and switches, which several screens read.

/** The words of emails to clients that are the company's own. */
export const emailWords = queryOptions({
  queryKey: keyOf("emails", "words"),
  queryFn: ({ signal }) => request("GET /api/v1/settings/emails", {}, signal),
});

export const companySettings = queryOptions({
  queryKey: keyOf("settings"),
  queryFn: async ({ signal }) => {
    try {
      return (await request("GET /api/v1/settings", {}, signal)).settings;
    } catch (error) {
      // As specified: a failed load is logged, and Save stays disabled so that nothing is wiped.
      if (!signal.aborted && !(error instanceof SignedOutError))
        console.error("The settings could not be loaded.", error);
      throw error;
    }
  },
});
