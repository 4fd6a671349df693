import { Button, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { currencies, currencyNames } from "../../../../shared/money.ts";
import { daysAfter, daysBefore } from "../../../../shared/reminders/reminder.ts";
import { type Settings, SettingsChange } from "../../../../shared/settings/settings.ts";
import { ApiError } from "../../../api.ts";
import { conflictOf, onOff } from "../../components/form/conflict.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { focusFirstError } from "../../components/form/focus-first-error.ts";
import { Restored } from "../../components/form/Restored.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Card } from "../../components/ui/Card.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { DaysChoice } from "./DaysChoice.tsx";
import { useLatestSettings, useSaveSettings } from "./queries.ts";
import { DeletionDialog, deletionsBy, RetentionCard } from "./RetentionCard.tsx";
import classes from "./SettingsPage.module.css";

/** As specified. */
const SUCCESS_MS = 3_000;

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
    "A note to you when something fails, for example a daily run or a bounced email.",
  ],
];

const daysText = (day: number) => (day === 1 ? "1 day" : `${day} days`);
const reminderDays = [
  [
    "remind_before",
    "Before the due date",
    daysBefore,
    (day: number) => (day === 0 ? "On the day" : daysText(day)),
  ],
  ["remind_after", "After the due date, until it is paid", daysAfter, daysText],
] as const;

type Props = {
  stored: Settings;
  loaded: boolean;
  /** Loads the settings again after an error. */
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
  const [toConfirm, setToConfirm] = useState<Values>();
  const isAdmin = usePerson().role === "admin";
  const disabled = !loaded || save.isPending || !isAdmin;

  useEffect(() => {
    if (saved === 0) return;
    const timer = setTimeout(() => setSaved(0), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [saved]);

  const choice = record.inputs(disabled);
  // Staff without the admin role can still select and copy text.
  const input = (field: keyof Values, help?: string) => ({
    ...record.inputs(disabled && isAdmin)(field, help),
    readOnly: !isAdmin,
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (disabled) return;
    form.onSubmit((values) => {
      if (deletionsBy(stored, values).length > 0) setToConfirm(values);
      else saveAll(values);
    }, focusFirstError)(event);
  }

  function saveAll(values: Values) {
    setToConfirm(undefined);
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
          {save.error && <Failure error={save.error} text={failureOf(save.error)} reload={reload} />}
          {!isAdmin && (
            <Notice tone="plain" quiet>
              Only administrators can change settings.
            </Notice>
          )}
          {record.restored && <Restored onStartOver={() => record.startOver()} />}
          <Card title="Company Profile">
            <TextInput label="Company Name" autoComplete="off" {...input("company_name")} />
            <Textarea label="Company Address" rows={3} autoComplete="off" {...input("company_address")} />
            <TextInput label="Company Phone" type="tel" autoComplete="off" {...input("company_phone")} />
            <TextInput label="Company Email" type="email" autoComplete="off" {...input("company_email")} />
            <TextInput label="Company Website" autoComplete="off" {...input("company_website")} />
            <NativeSelect
              label="Default Currency"
              data={currencies.map((value) => ({ value, label: currencyNames[value] }))}
              {...choice(
                "default_currency",
                "The currency of a new subscription, unless you choose another.",
              )}
            />
          </Card>
          <Card title="How to pay">
            <p className="quiet small">
              Every reminder shows this, with the amount and the client's payment reference, which is the
              account number for payments. M-Pesa is offered for shillings, the bank for every currency.
              Administrators get an email when you change this.
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
            <Group grow align="flex-start">
              <TextInput label="Bank" autoComplete="off" {...input("bank_name")} />
              <TextInput label="Branch" autoComplete="off" {...input("bank_branch")} />
            </Group>
            <TextInput label="Account Name" autoComplete="off" {...input("bank_account_name")} />
            <Group grow align="flex-start">
              <TextInput label="Account Number" autoComplete="off" {...input("bank_account_number")} />
              <TextInput label="SWIFT Code" autoComplete="off" {...input("bank_swift")} />
            </Group>
            <Textarea label="Additional Text" rows={2} autoComplete="off" {...input("payment_note")} />
            <Textarea
              label="Additional Text in Swahili"
              rows={2}
              autoComplete="off"
              lang="sw"
              {...input(
                "payment_note_sw",
                "For clients who read Swahili. If it is empty, they get the text above.",
              )}
            />
            <Switch
              label="Receipts"
              description={
                conflictOf(onOff(theirs.send_receipts)) ??
                "An email to the client when a payment is recorded: the amount, what it is for, and the next due date."
              }
              disabled={disabled}
              {...form.getInputProps("send_receipts", { type: "checkbox" })}
            />
          </Card>
          <Card title="When clients are reminded">
            <p className="quiet small">
              Once on each of these days, at 7 in the morning. If daily runs were missed, only the latest
              reminder is sent. You can mute subscriptions and clients in their dialogs.
            </p>
            {reminderDays.map(([field, label, all, nameOf]) => (
              <DaysChoice
                key={field}
                label={label}
                all={all}
                nameOf={nameOf}
                chosen={form.getValues()[field]}
                onChange={(days) => form.setFieldValue(field, days)}
                disabled={disabled}
                theirs={theirs[field]}
              />
            ))}
          </Card>
          <Card title="Notification Settings">
            <TextInput
              label="Notification Email"
              type="email"
              autoComplete="off"
              {...input(
                "notification_email",
                "The address for summaries and notes. If it is empty, they are not sent.",
              )}
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
                  disabled={disabled}
                  {...form.getInputProps(field, { type: "checkbox" })}
                />
              ))}
            </Stack>
          </Card>
          <RetentionCard
            months={form.getValues()}
            input={choice}
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
            {isAdmin && (
              <Button type="submit" disabled={disabled}>
                {save.isPending ? "Saving..." : "Save Settings"}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {toConfirm && (
        <DeletionDialog
          deletions={deletionsBy(stored, toConfirm)}
          onSave={() => saveAll(toConfirm)}
          onClose={() => setToConfirm(undefined)}
        />
      )}
    </>
  );
}

const failureOf = (error: Error): string =>
  error instanceof ApiError
    ? `Failed to save settings: ${error.message || error.text || `status ${error.status}`}`
    : `Error saving settings: ${error.message || "Unknown error"}`;
