import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api.ts";
import { SignedOutError } from "../../auth.ts";
import { keyOf } from "./cache.ts";
import { queryOf } from "./query-of.ts";

/** The email templates that the company has edited. */
export const emailTemplates = queryOf(keyOf("emails", "templates"), "GET /api/v1/settings/emails", {});

export const companySettings = queryOptions({
  queryKey: keyOf("settings"),
  queryFn: async ({ signal }) => {
    try {
      return (await request("GET /api/v1/settings", {}, signal)).settings;
    } catch (error) {
      // Specified: a failed load is only logged. Save stays disabled, so that it overwrites nothing.
      if (!signal.aborted && !(error instanceof SignedOutError))
        console.error("The settings could not be loaded.", error);
      throw error;
    }
  },
});
