import { nameOf } from "../../shared/staff/staff.ts";
import { isMailable } from "../../shared/text.ts";
import type { Job } from "../platform/email/jobs.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logFailure } from "../platform/log.ts";
import * as staff from "../staff/store.ts";
import { clearPending, type PendingNotice, type Recipient } from "./pending-notices.ts";

/** Sends notices about changed settings. After a failure they stay with the settings; the next request tries again. */
export async function sendPending(
  name: "company" | "emails",
  { version, pending }: { version: number; pending: PendingNotice[] },
): Promise<void> {
  if (pending.length === 0) return;
  try {
    await enqueueNotices(pending);
    await clearPending(name, version);
  } catch (error) {
    logFailure("notice of changed settings not sent", error);
  }
}

/** Queues emails to the administrators and the previous addresses. Repeated, each is sent once. */
async function enqueueNotices(pending: PendingNotice[]): Promise<void> {
  const admins = await administrators();
  await enqueue(
    pending.flatMap(({ addresses_before, ...change }) =>
      uniqueByAddress([...admins, ...addresses_before]).map(
        (recipient): Job => ({ email: "settings-change", ...change, ...recipient }),
      ),
    ),
  );
}

/** The first recipient of each address. */
const uniqueByAddress = (recipients: Recipient[]): Recipient[] => [
  ...new Map(recipients.toReversed().map((recipient) => [recipient.to.toLowerCase(), recipient])).values(),
];

/** An address that was typed in the AWS console may not be valid. */
const administrators = async (): Promise<Recipient[]> =>
  (await staff.all())
    .filter((row) => row.role === "admin" && staff.isActive(row) && isMailable(row.email))
    .map((row) => ({ reader_id: row.id, to: row.email, reader: nameOf(row) }));
