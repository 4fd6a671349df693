import { queryOptions } from "@tanstack/react-query";
import type { WaitingLine } from "../../../shared/payments/statement-line.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";

/** Statement lines that wait to be assigned to a client. */
export const waitingLines = queryOptions({
  queryKey: keyOf("renewals", "lines"),
  queryFn: async ({ signal }) => {
    const lines: WaitingLine[] = [];
    let cursor: string | undefined;
    do {
      const page = await request("GET /api/v1/payments/lines", { query: { cursor } }, signal);
      lines.push(...page.lines);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return lines;
  },
});
