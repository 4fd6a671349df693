import { Stack, Textarea, TextInput } from "@mantine/core";
import { Link } from "react-router";
import { roleNames } from "../../../../shared/staff/fields.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { EmailText } from "../../components/ui/EmailText.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

const kinds = [
  [
    "notify_renewals",
    "Subscription renewals (7 days before)",
    "Emails to clients on the chosen days, and a daily summary for you.",
  ],
  [
    "notify_overdue",
    "Overdue subscriptions",
    "Emails to clients on the chosen days, and a daily summary for you.",
  ],
  ["notify_new_clients", "New client registrations", "A note to you when a client is added."],
  [
    "notify_system",
    "System updates",
    "A note to you when something fails, for example a daily run or a bounced email.",
  ],
] as const;

const fields = [
  "company_name",
  "company_address",
  "company_phone",
  "company_email",
  "company_website",
  "company_kra_pin",
  "notification_email",
  "accountant_email",
  ...kinds.map(([field]) => field),
] as const;

/** The company's profile, and what the company is notified of. */
export default function CompanyPage() {
  const { email, name, role } = usePerson();
  return (
    <>
      <PageHead
        title="Company Settings"
        name="Settings"
        lead="Company details for emails, reminders and notifications."
      />
      <SettingsForm fields={fields}>
        {({ text, toggle }) => (
          <Columns widths="minmax(0, 1fr) minmax(0, 1fr)" gap={24}>
            <Stack gap={24}>
              <Card title="Company Profile">
                <TextInput label="Company Name" {...text("company_name")} />
                <Pair minWidth={220}>
                  <TextInput label="Company KRA PIN" {...text("company_kra_pin")} />
                  <TextInput label="Company Website" {...text("company_website")} />
                </Pair>
                <Textarea label="Company Address" rows={3} {...text("company_address")} />
                <Pair minWidth={220}>
                  <TextInput label="Company Phone" type="tel" {...text("company_phone")} />
                  <TextInput label="Company Email" type="email" {...text("company_email")} />
                </Pair>
              </Card>
              <Card title="User Information" gap={12}>
                <Facts
                  facts={[
                    ["Email", <EmailText key="email">{email}</EmailText>],
                    ["Name", name ?? "Not set"],
                    ["Role", role ? roleNames[role] : "Staff"],
                  ]}
                />
                <Link to="/admin/settings/you" className="small">
                  Change your name or password
                </Link>
              </Card>
            </Stack>
            <Card title="Notification Settings">
              <TextInput
                label="Notification Email"
                type="email"
                {...text(
                  "notification_email",
                  "The address for summaries and notes. If it is empty, they are not sent.",
                )}
              />
              <TextInput
                label="Accountant's Email"
                type="email"
                {...text(
                  "accountant_email",
                  "On the first of each month: what was invoiced, received and is owed, with files. If it is empty, it is not sent.",
                )}
              />
              <Stack component="fieldset" gap={14}>
                <legend className="small" style={{ fontWeight: 600, marginBottom: 10 }}>
                  Notification types
                </legend>
                {kinds.map(([field, label, help]) => (
                  <Switch key={field} label={label} {...toggle(field, help)} />
                ))}
              </Stack>
            </Card>
          </Columns>
        )}
      </SettingsForm>
    </>
  );
}
