import { MemberId } from "../../shared/staff.ts";
import { colleagues } from "../colleagues.ts";
import { NotFound } from "../errors.ts";
import * as staff from "../staff/store.ts";

const noCalendar = () => new NotFound("There is no calendar at this address.");

/** Asks for one small row, whoever calls. @throws NotFound unless it is an address as it was given to somebody, and still holds */
export async function proveAddress({ id, secret }: { id: string; secret: string }): Promise<void> {
  if (!MemberId.safeParse(id).success || !secret.endsWith(".ics")) throw noCalendar();
  const { calendar } = await staff.get(id);
  // What is compared are digests: how far two of them agree tells nothing of the secret.
  if (calendar?.digest !== staff.digestOf(secret.slice(0, -".ics".length))) throw noCalendar();
}

/** Whom the user pool has no longer as one of the staff, however that came. @throws NotFound */
export async function knowOwner(owner: string): Promise<void> {
  if (!(await colleagues()).some(({ id }) => id === owner)) throw noCalendar();
}
