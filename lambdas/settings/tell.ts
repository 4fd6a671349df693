import { membersOf } from "../colleagues.ts";
import type { Job } from "../email-jobs.ts";
import { enqueue } from "../email-queue.ts";
import { logFailure } from "../log.ts";
import { forget, type Untold } from "./untold.ts";

type Reader = { reader_id: string; to: string; reader: string };

/**
 * Sees that those concerned are told of changes. What could not be told stays with the settings, and is told when they
 * are asked for next.
 */
export async function seeTold(
  name: "company" | "emails",
  { version, untold }: { version: number; untold: Untold[] },
): Promise<void> {
  if (untold.length === 0) return;
  try {
    await tell(untold);
    await forget(name, version);
  } catch (error) {
    logFailure("change of settings not told", error);
  }
}

/**
 * Asks for the emails that tell of changes: to the administrators, and to the address that was to be notified
 * before. Asked for twice, each goes out once.
 */
async function tell(untold: Untold[]): Promise<void> {
  const admins = await administrators();
  await enqueue(
    untold.flatMap((change) =>
      readersOf(change, admins).map((reader): Job => ({ email: "settings-change", ...change, ...reader })),
    ),
  );
}

function readersOf({ changes }: Untold, admins: Reader[]): Reader[] {
  const former = changes.find(({ field }) => field === "notification_email")?.before;
  const known = admins.some(({ to }) => to.toLowerCase() === former?.toLowerCase());
  return former && !known
    ? [...admins, { reader_id: "former", to: former, reader: "The notification address before" }]
    : admins;
}

/** Those who can be written to. */
const administrators = async (): Promise<Reader[]> =>
  (await membersOf("admin"))
    .filter(({ email, verified }) => email && verified)
    .map(({ username, email, called }) => ({ reader_id: username, to: email, reader: called }));
