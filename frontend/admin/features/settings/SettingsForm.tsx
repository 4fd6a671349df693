import { Button, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { currencies, currencyNames } from "../../../../shared/money.ts";
import { daysAfter, daysBefore } from "../../../../shared/reminders.ts";
import { type Settings, SettingsChange } from "../../../../shared/settings.ts";
import { ApiError } from "../../../api.ts";
import { conflictOf, onOff } from "../../components/form/conflict.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { focusFirstError } from "../../components/form/focus-first-error.ts";
import { Restored } from "../../components/form/Restored.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Card } from "../../components/ui/Card.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { DaysChoice } from "./DaysChoice.tsx";
import { goingBy, KeepingCard, ShorterDialog } from "./KeepingCard.tsx";
import { useLatestSettings, useSaveSettings } from "./queries.ts";
import classes from "./SettingsPage.module.css";

/** So long the success stands. */
const shownFor = 3_000;

type Values = Omit<Settings, "version">;
type Switches = Extract<keyof Values, `notify_${string}`>;

const storedOf = ({ version, ...values }: Settings) => ({ values, version });

const kinds: [Switches, string, string][] = [
  [
    "notify_renewals",
    "Subscription renewals (7 days before)",
    "Emails to clients on the days chosen above, and a daily summary for you.",
  ],
  [
    "notify_overdue",
    "Overdue subscriptions",
    "Emails to clients on the days chosen above, and a daily summary for you.",
  ],
  ["notify_new_clients", "New client registrations", "A note to you when a client is added."],
  [
    "notify_system",
    "System updates",
    "A note to you when something fails: a daily run, or an email that came back.",
  ],
];

const daysText = (day: number) => (day === 1 ? "1 day" : `${day} days`);
const reminderDays = [
  [
    "remind_before",
    "Before a period is due",
    daysBefore,
    (day: number) => (day === 0 ? "On the day" : daysText(day)),
  ],
  ["remind_after", "After it was due, and is not paid", daysAfter, daysText],
] as const;

type Props = {
  stored: Settings;
  loaded: boolean;
  /** The stored settings could not be fetched. */
  retry: (() => void) | undefined;
};

export function SettingsForm({ stored, loaded, retry }: Props) {
  const record = useRecordForm<Values>({
    name: "settings",
    stored: storedOf(stored),
    validate: (values) => errorsOf(SettingsChange, values),
  });
  const { form, theirs } = record;
  const save = useSaveSettings();
  const latest = useLatestSettings();
  const [saved, setSaved] = useState(0);
  const [asked, setAsked] = useState<Values>();
  const off = !loaded || save.isPending;

  useEffect(() => {
    if (saved === 0) return;
    const timer = setTimeout(() => setSaved(0), shownFor);
    return () => clearTimeout(timer);
  }, [saved]);

  const input = record.inputs(off);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (off) return;
    form.onSubmit((values) => {
      if (goingBy(stored, values).length > 0) setAsked(values);
      else saveAll(values);
    }, focusFirstError)(event);
  }

  function saveAll(values: Values) {
    setAsked(undefined);
    setSaved(0);
    save.mutate(
      { ...values, version: record.version },
      {
        onSuccess: (settings) => {
          record.startOver(storedOf(settings));
          setSaved(Date.now());
        },
      },
    );
  }

  async function reload() {
    record.takeOver(storedOf(await latest()));
    save.reset();
  }

  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap={24}>
          {save.error && <Failure error={save.error} text={refusalOf(save.error)} reload={reload} />}
          {record.restored && <Restored onStartOver={() => record.startOver()} />}
          <Card title="Company Profile">
            <TextInput label="Company Name" autoComplete="off" {...input("company_name")} />
            <Textarea label="Company Address" rows={3} autoComplete="off" {...input("company_address")} />
            <TextInput label="Company Phone" type="tel" autoComplete="off" {...input("company_phone")} />
            <TextInput label="Company Email" type="email" autoComplete="off" {...input("company_email")} />
            <TextInput label="Company Website" autoComplete="off" {...input("company_website")} />
            <NativeSelect
              label="Usual Currency"
              data={currencies.map((value) => ({ value, label: currencyNames[value] }))}
              {...input("default_currency", "What a new subscription is in, unless its form says otherwise.")}
            />
          </Card>
          <Card title="How to pay">
            <p className="quiet small">
              Every reminder says this, with the amount and the client's own payment reference, which is what
              they type as the account number. Administrators are told when it is changed.
            </p>
            <Group grow align="flex-start">
              <TextInput
                label="M-Pesa Paybill"
                inputMode="numeric"
                autoComplete="off"
                {...input("mpesa_paybill")}
              />
              <TextInput
                label="M-Pesa Till"
                inputMode="numeric"
                autoComplete="off"
                {...input("mpesa_till")}
              />
            </Group>
            <Textarea
              label="Bank Account"
              rows={5}
              autoComplete="off"
              placeholder={"Bank: \nBranch: \nAccount name: \nAccount number: \nSWIFT: "}
              {...input(
                "bank_details",
                "One fact a line: bank, branch, account name, account number, SWIFT.",
              )}
            />
            <Textarea label="Further Words" rows={2} autoComplete="off" {...input("payment_note")} />
            <Textarea
              label="The Same in Swahili"
              rows={2}
              autoComplete="off"
              lang="sw"
              {...input("payment_note_sw", "For clients who read Swahili. Empty, they get the words above.")}
            />
            <Switch
              label="Receipts"
              description={
                conflictOf(onOff(theirs.send_receipts)) ??
                "An email to the client when a payment is recorded: what for, how much, and when the next is due."
              }
              disabled={off}
              {...form.getInputProps("send_receipts", { type: "checkbox" })}
            />
          </Card>
          <Card title="When clients are reminded">
            <p className="quiet small">
              Once on each of these days, at 7 in the morning. After days without a run, only the latest goes
              out. Subscriptions and clients can be muted, each in its own dialog.
            </p>
            {reminderDays.map(([field, label, all, nameOf]) => (
              <DaysChoice
                key={field}
                label={label}
                all={all}
                nameOf={nameOf}
                chosen={form.getValues()[field]}
                onChange={(days) => form.setFieldValue(field, days)}
                disabled={off}
                theirs={theirs[field]}
              />
            ))}
          </Card>
          <Card title="Notification Settings">
            <TextInput
              label="Notification Email"
              type="email"
              autoComplete="off"
              {...input("notification_email", "Where summaries and notes to you go. Empty, they go nowhere.")}
            />
            <Stack component="fieldset" gap={14}>
              <legend className="small" style={{ fontWeight: 500, marginBottom: 10 }}>
                Notification types
              </legend>
              {kinds.map(([field, label, description]) => (
                <Switch
                  key={field}
                  label={label}
                  description={conflictOf(onOff(theirs[field])) ?? description}
                  disabled={off}
                  {...form.getInputProps(field, { type: "checkbox" })}
                />
              ))}
            </Stack>
          </Card>
          <KeepingCard
            // What was typed in a release before names no times.
            months={{ ...stored, ...form.getValues() }}
            input={input}
            onChange={(field, months) => form.setFieldValue(field, months)}
          />
          <Group justify="flex-end" gap={12} py={12} className={classes.save}>
            <div role="status">
              {saved > 0 && (
                <Notice tone="success" quiet>
                  Settings saved successfully!
                </Notice>
              )}
            </div>
            {retry && (
              <Button variant="subtle" onClick={retry}>
                Load the settings again
              </Button>
            )}
            <Button type="submit" disabled={off}>
              {save.isPending ? "Saving..." : "Save Settings"}
            </Button>
          </Group>
        </Stack>
      </form>
      {asked && (
        <ShorterDialog
          going={goingBy(stored, asked)}
          onSave={() => saveAll(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const refusalOf = (error: Error): string =>
  error instanceof ApiError
    ? `Failed to save settings: ${error.message || error.text || `status ${error.status}`}`
    : `Error saving settings: ${error.message || "Unknown error"}`;
