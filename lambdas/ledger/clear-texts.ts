import type { Day } from "../../shared/day.ts";
import { changeStamp } from "../platform/dynamo/changed-since.ts";
import { table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import type { AnnouncedRow, AnyPaymentRow } from "./rows.ts";
import { personalFields } from "./statement-lines.ts";

// What is removed after a time or on request. No amount, day or charge changes with it.

/** Removes the texts of a payment that can name a person. Amount and day stay. */
export async function clearTexts(
  row: AnyPaymentRow | AnnouncedRow,
  { keepsReference }: { keepsReference: boolean },
): Promise<void> {
  // If the condition does not hold, it has expired, or a typed payment with its code took its place.
  await updateIf(
    { TableName: table("payments"), Key: { id: row.id } },
    {
      set: {
        ...("client_id" in row && changeStamp()),
        ...(!keepsReference && { reference: "" }),
        ...("ignored" in row && row.ignored && { ignored: { ...row.ignored, reason: "" } }),
      },
      // The results say who paid an announced payment.
      remove: [...personalFields, "results"],
      onlyIf: "attribute_exists(id)",
    },
  );
}

/** Removes a promise to pay that is still the one for this day. As other changes of an account, it makes a new version. */
export const clearPromise = (client_id: string, promised_until: Day): Promise<boolean> =>
  updateIf(
    { TableName: table("accounts"), Key: { client_id } },
    {
      remove: ["promised_until", "promised_on"],
      add: { version: 1 },
      onlyIf: "#promised_until = :seen",
      values: { seen: promised_until },
    },
  );
