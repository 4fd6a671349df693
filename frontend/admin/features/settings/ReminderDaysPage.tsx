import { Checkbox, Group, NativeSelect, Stack } from "@mantine/core";
import { Link } from "react-router";
import { MAX_STATEMENT_DAY } from "../../../../shared/reminders/day-of-month.ts";
import { daysAfter, daysBefore, repeatDays } from "../../../../shared/reminders/reminder.ts";
import type { Settings } from "../../../../shared/settings/settings.ts";
import { conflictOf } from "../../components/form/use-record-form.ts";
import { Card } from "../../components/ui/Card.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { DeliverabilityCard } from "./DeliverabilityCard.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

const fields = ["remind_before", "remind_after", "repeat_overdue_days", "statement_day"] as const;

const daysText = (day: number) => (day === 1 ? "1 day" : `${day} days`);
const repeatText = (day: number) => (day === 0 ? "Never" : `Every ${daysText(day)}`);
const statementDays = [null, ...Array.from({ length: MAX_STATEMENT_DAY }, (_, index) => index + 1)];
const statementDayText = (day: number | null) => (day === null ? "Never" : `On day ${day} of the month`);
const groups = [
  [
    "remind_before",
    "Before the due date",
    daysBefore,
    (day: number) => (day === 0 ? "On the day" : daysText(day)),
  ],
  ["remind_after", "After the due date, until it is paid", daysAfter, daysText],
] as const;

const switchedOff = ({ notify_renewals, notify_overdue }: Settings) => [
  ...(notify_renewals ? [] : ["before"]),
  ...(notify_overdue ? [] : ["after"]),
];

/** On which days clients are reminded, and whether the emails arrive. */
export default function ReminderDaysPage() {
  return (
    <>
      <PageHead title="Reminder days" lead="When clients are reminded, and whether the emails arrive." />
      <SettingsForm fields={fields}>
        {({ stored, values, theirs, setValue, disabled }) => (
          <Columns widths="minmax(0, 1fr) minmax(0, 1fr)" gap={24}>
            <Card title="When clients are reminded">
              <p className="quiet small">
                On each of these days, at 7 in the morning, a client gets one email with everything that is
                due. If daily runs were missed, only the latest reminder is sent. You can mute subscriptions
                and clients in their dialogs.
              </p>
              {groups.map(([field, label, all, nameOf]) => (
                <Checkbox.Group
                  key={field}
                  label={label}
                  description={conflictOf(theirs[field]?.map(nameOf).join(", "))}
                  value={values[field]?.map(String) ?? []}
                  onChange={(days) =>
                    setValue(
                      field,
                      all.filter((day) => days.includes(String(day))),
                    )
                  }
                >
                  <Group gap="12px 20px">
                    {all.map((day) => (
                      <Checkbox
                        key={day}
                        value={String(day)}
                        label={nameOf(day)}
                        aria-label={`${nameOf(day)}, ${label.toLowerCase()}`}
                        disabled={disabled}
                      />
                    ))}
                  </Group>
                </Checkbox.Group>
              ))}
              <NativeSelect
                label="Then again, until it is paid"
                description={conflictOf(
                  theirs.repeat_overdue_days === undefined
                    ? undefined
                    : repeatText(theirs.repeat_overdue_days),
                )}
                value={String(values.repeat_overdue_days ?? "")}
                data={repeatDays.map((day) => ({ value: String(day), label: repeatText(day) }))}
                onChange={({ target }) => setValue("repeat_overdue_days", Number(target.value))}
                disabled={disabled}
              />
              <NativeSelect
                label="A statement of account every month"
                description={
                  conflictOf(
                    theirs.statement_day === undefined ? undefined : statementDayText(theirs.statement_day),
                  ) ?? "By email, to each client who owes something on that day."
                }
                value={String(values.statement_day ?? "")}
                data={statementDays.map((day) => ({
                  value: String(day ?? ""),
                  label: statementDayText(day),
                }))}
                onChange={({ target }) =>
                  setValue("statement_day", target.value ? Number(target.value) : null)
                }
                disabled={disabled}
              />
              {switchedOff(stored).map((when) => (
                <Notice key={when} tone="warning" quiet>
                  <span>{`Emails ${when} the due date are switched off in the `}</span>
                  <Link to="/admin/settings">notification settings</Link>
                  <span>.</span>
                </Notice>
              ))}
            </Card>
            <Stack gap={24}>
              <Card title="Daily run">
                <SendingProblem />
                <LastRunStatus />
                <Link to="/admin/money/sent" className="small">
                  Send log
                </Link>
              </Card>
              <DeliverabilityCard />
            </Stack>
          </Columns>
        )}
      </SettingsForm>
    </>
  );
}
