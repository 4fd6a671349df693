import { leftMoney } from "../../../../shared/amount.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import { expectedFields } from "../../../../shared/reminders/fields.ts";
import type { ExpectedReminder } from "../../../../shared/reminders/reminder.ts";
import { type ExpectedEmail, expectedEmails } from "../../rules/expected-emails.ts";
import { exportOf } from "../../rules/list-fields.ts";
import type { ListRules } from "../../rules/list-rules.ts";

/** A row of the next run: an email, or the charges that are skipped of a client for one reason. */
export type NextEmail = ExpectedEmail & { outcome: "sending" | "skipping"; named: string };

export const nextEmailsOf = (reminders: readonly ExpectedReminder[]): NextEmail[] =>
  expectedEmails(reminders).map((email) => ({
    ...email,
    outcome: email.skipped === undefined ? "sending" : "skipping",
    named: email.charges.map(chargeText).join("; "),
  }));

/** `Loan system, due Sep 9, 2026, $60.00` */
const chargeText = (charge: ExpectedReminder): string =>
  [charge.service, `due ${formatDay(charge.period)}`, leftMoney(charge)].filter(Boolean).join(", ");

/** Its columns show the rest. */
export const nextEmailFields: RowFields<NextEmail> = {
  named: { label: "Names", kind: "text", description: "" },
};

export const nextEmailRules: ListRules<NextEmail> = {
  textOf: () => "",
  filters: { only: ({ outcome }) => outcome },
  // The order of the server is kept.
  sortKeys: {},
  defaultOrder: { id: "", desc: false },
};

type ExpectedCharge = ExpectedReminder & Pick<NextEmail, "outcome">;

/** The next run as a file: a line for each charge. */
export const nextRunExport = exportOf<ExpectedCharge>("next run", {
  ...expectedFields,
  outcome: {
    label: "Result",
    kind: "text",
    description: "",
    names: { sending: "Will be sent", skipping: "Skipped" },
  },
});

/** The charges of these emails, with reasons as people read them. */
export const chargesOf = (emails: readonly NextEmail[]): ExpectedCharge[] =>
  emails.flatMap(({ charges, skipped, outcome }) =>
    charges.map((charge) => ({ ...charge, outcome, ...(skipped && { skipped }) })),
  );
