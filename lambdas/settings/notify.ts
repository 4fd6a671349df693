import { listGroupMembers } from "../platform/cognito/members.ts";
import type { Job } from "../platform/email/jobs.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logFailure } from "../platform/log.ts";
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

/** The administrators with a verified address. */
const administrators = async (): Promise<Recipient[]> =>
  (await listGroupMembers("admin"))
    .filter(({ email, verified }) => email && verified)
    .map(({ username, email, name }) => ({ reader_id: username, to: email, reader: name }));
