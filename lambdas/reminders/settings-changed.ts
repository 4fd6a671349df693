import { nameOf } from "../../shared/staff/staff.ts";
import { isMailable } from "../../shared/text.ts";
import { enqueue, type Job, type Recipient } from "../platform/email/jobs.ts";
import * as staff from "../stores/staff-store.ts";

/** Queues an email for each administrator and each previous address. Repeated, each is sent once. */
export async function tellOfChange({
  addresses_before,
  ...change
}: Job & { email: "settings-changed" }): Promise<void> {
  const readers = uniqueByAddress([...(await administrators()), ...addresses_before]);
  await enqueue(readers.map((reader) => ({ ...change, email: "settings-change", ...reader })));
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
