import { Button, Group, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
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
    "Emails to clients, and a daily summary for you.",
  ],
  [
    "notify_overdue",
    "Overdue subscriptions",
    "Emails to clients from the day after, and a daily summary for you.",
  ],
  ["notify_new_clients", "New client registrations", "A note to you when a client is added."],
  [
    "notify_system",
    "System updates",
    "A note to you when something fails: a daily run, or an email that came back.",
  ],
];

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
    }, focusFirstError)(event);
  }

  async function reload() {
    record.takeOver(storedOf(await latest()));
    save.reset();
  }

  return (
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
  );
}

const refusalOf = (error: Error): string =>
  error instanceof ApiError
    ? `Failed to save settings: ${error.message || error.text || `status ${error.status}`}`
    : `Error saving settings: ${error.message || "Unknown error"}`;
