import { createHash } from "node:crypto";

/** Of the request that made a record: a repeated request has the same, also after the record was edited. */
export const digestOf = (request: Record<string, unknown>): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        Object.entries(request)
          .filter(([, value]) => value !== undefined)
          .sort(),
      ),
    )
    .digest("base64url");
