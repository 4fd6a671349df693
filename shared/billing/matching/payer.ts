import type { StatementLine } from "./line.ts";
import { hintsOf } from "./lookups.ts";
import { phonesIn } from "./phones.ts";

export type Payer = { payment_reference?: string | undefined; phone: string };

type Texts = Pick<StatementLine, "payer" | "phone" | "account" | "details">;

/** Whether the texts of a line name a payer: by payment reference or phone number. */
export function isOfPayer({ payer, phone, account, details }: Texts, person: Payer): boolean {
  // `hintsOf` needs a whole line, but reads only its texts.
  const line = {
    payer,
    phone,
    account,
    details,
    paid_on: "",
    amount: 0,
    currency: "KES",
    method: "bank",
  } as const;
  const recordedKeys = [...phonesIn(person.phone), person.payment_reference];
  return hintsOf(line).some(
    ({ kind, keys }) => kind !== "name" && kind !== "near" && keys.some((key) => recordedKeys.includes(key)),
  );
}
