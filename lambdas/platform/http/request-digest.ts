import { createHash } from "node:crypto";

/** The digest of the request that created a record. A repeated request has the same one, also after an edit. */
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
