import { counted } from "../../../shared/count.ts";
import { formatDay } from "../../../shared/dates.ts";
import type { Day } from "../../../shared/day.ts";
import { formatSums, leftCents, type Sums, sumsOf } from "../../../shared/money.ts";
import { reasonText } from "../../../shared/reminders/email-failures.ts";
import { emailKindNames } from "../../../shared/reminders/fields.ts";
import type { ExpectedReminder } from "../../../shared/reminders/reminder.ts";
import { companyBeside } from "./client-company.ts";

/** One email with the charges that it names, or the charges that are skipped of a client for one reason. */
export type ExpectedEmail = {
  id: string;
  client_id: string;
  client_name: string;
  company: string | undefined;
  /** The names of its subscriptions, each once. */
  services: string;
  kind: ExpectedReminder["kind"];
  /** The due day of its oldest charge. */
  period: Day;
  /** `due Sep 9, 2026` or `5 charges from Sep 9, 2026`. */
  due: string;
  sums: Sums;
  /** Why it is skipped, as people read it. */
  skipped: string | undefined;
  charges: readonly ExpectedReminder[];
};

export const expectedEmails = (reminders: readonly ExpectedReminder[]): ExpectedEmail[] =>
  [...Map.groupBy(reminders, ({ client_id, skipped }) => [client_id, skipped].filter(Boolean).join(" "))].map(
    ([id, charges]) => {
      const { client_id, client_name, company, kind, period, skipped } = charges[0] as ExpectedReminder;
      return {
        id,
        client_id,
        client_name,
        company: companyBeside(client_name, company),
        services: [...new Set(charges.flatMap(({ service }) => service ?? []))].join(", "),
        kind,
        period,
        due:
          charges.length === 1
            ? `due ${formatDay(period)}`
            : `${counted(charges.length, "charge")} from ${formatDay(period)}`,
        sums: sumsOf(charges, leftCents),
        skipped: skipped === undefined ? undefined : reasonText(skipped),
        charges,
      };
    },
  );

export const sumText = ({ sums }: ExpectedEmail): string => formatSums(sums, "USD");

/** What an email is about, in one line. */
export const factsOfEmail = ({ company, services, kind, due, skipped }: ExpectedEmail): string =>
  [company, services, `${emailKindNames[kind]}, ${due}`, skipped].filter(Boolean).join(" · ");
