import { count } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { formatSums, leftCents, sumsOf } from "../../../../shared/money.ts";
import { reasonText } from "../../../../shared/reminders/email-failures.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import type { ExpectedReminder } from "../../../../shared/reminders/reminder.ts";
import { companyBeside } from "../../rules/client-company.ts";

/** The charges that one email names, or that are skipped of a client for one reason. */
export const expectedEmails = (reminders: readonly ExpectedReminder[]) =>
  [...Map.groupBy(reminders, ({ client_id, skipped }) => [client_id, skipped].filter(Boolean).join(" "))].map(
    ([id, charges]) => {
      const { client_name, company, service, kind, period, skipped } = charges[0] as ExpectedReminder;
      const isOne = charges.length === 1;
      const due = isOne ? `due ${formatDay(period)}` : `${charges.length} periods from ${formatDay(period)}`;
      const facts = [
        companyBeside(client_name, company),
        isOne && service,
        `${emailKindNames[kind]}, ${due}`,
        reasonText(skipped),
      ];
      return {
        id,
        client_name,
        amount: formatSums(sumsOf(charges, leftCents), "USD"),
        facts: facts.filter(Boolean).join(" · "),
      };
    },
  );

/** Sending is possible with an empty list, because a renewal may have become due since. */
export const sendingText = (sending: number) =>
  sending === 0 ? "Send anyway" : sending === 1 ? "Send 1 email" : `Send ${count(sending)} emails`;
