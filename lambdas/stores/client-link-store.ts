import { createHmac, timingSafeEqual } from "node:crypto";
import { accountPath } from "../../shared/account-page-routes.ts";
import { Id } from "../../shared/text.ts";
import { siteUrl } from "../platform/environment.ts";
import { readSecret } from "../platform/secrets.ts";
import * as clients from "./client-store.ts";

// The secret of an address is the client's id and a code that only this stage can compute, so no table has to list the
// addresses. Renewing an address raises the client's generation, and the old code no longer fits.

type Addressed = Pick<clients.Row, "id" | "link_generation">;

const ID_BYTES = 16;
const CODE_BYTES = 16;

const codeOf = async ({ id, link_generation = 0 }: Addressed): Promise<Buffer> =>
  createHmac("sha256", await readSecret("LINK_SECRET_ARN"))
    .update(`account#${id}#${link_generation}`)
    .digest()
    .subarray(0, CODE_BYTES);

/** The address of a client's own page; undefined if the site's address is unknown. */
export async function accountUrl(client: Addressed): Promise<string | undefined> {
  const id = Buffer.from(client.id.replaceAll("-", ""), "hex");
  const secret = Buffer.concat([id, await codeOf(client)]).toString("base64url");
  return siteUrl() && siteUrl() + accountPath(secret);
}

/** The client whose page has this address now. Erased clients have none. */
export async function clientAt(secret: string): Promise<clients.Row | undefined> {
  const bytes = Buffer.from(secret, "base64url");
  // Another spelling of the same bytes is another address.
  if (bytes.length !== ID_BYTES + CODE_BYTES || bytes.toString("base64url") !== secret) return undefined;
  const id = bytes
    .subarray(0, ID_BYTES)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  if (!Id.safeParse(id).success) return undefined;
  const client = await clients.get(id);
  const isRight = timingSafeEqual(bytes.subarray(ID_BYTES), await codeOf(client ?? { id }));
  return client && isRight && !client.erased_at ? client : undefined;
}
