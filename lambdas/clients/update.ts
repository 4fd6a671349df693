import { type Client, type ClientChange, hasSameDetails } from "../../shared/clients/client.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, changedMeanwhile, notFound } from "../platform/http/errors.ts";
import { announce } from "./announce.ts";
import { convertSample } from "./convert-sample.ts";
import * as store from "./store.ts";

/** @throws Refusal when the client does not exist, is erased, or was changed since `version` */
export async function update(
  id: string,
  { version, ...fields }: ClientChange,
  context: ChangeContext,
): Promise<Client> {
  const before = await store.get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) throw new Conflict("This client was erased and cannot be changed any more.");
  if (version !== undefined && version !== before.version) throw changedMeanwhile("this client");

  const sameEmail = fields.email === before.email;
  const after: store.Row = {
    ...before,
    ...fields,
    mail_problem: sameEmail ? before.mail_problem : undefined,
    version: before.version + 1,
  };
  if (!hasSameDetails(before, after)) after.sample = undefined;
  if (before.sample && !after.sample) {
    await convertSample(before, after, context);
    await announce(after, context.now, context.today);
  } else {
    await store.replace(before, after, store.recordOf(before, after, context));
  }
  return store.fromRow(after);
}
