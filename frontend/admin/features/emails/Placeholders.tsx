import { Button, Group } from "@mantine/core";
import { type Placeholder, placeholdersOf, type TemplatedEmail } from "../../../../shared/email-templates.ts";

const meanings: Record<Placeholder, string> = {
  client: "the client's name",
  service: "the service, or the kind of subscription if it has none",
  amount: "the amount due; in a receipt, the amount paid",
  due: "the due date; in a receipt, the next due date",
  period: "the first and last day of the period",
  reference: "the client's payment reference",
  frequency: "the billing frequency, such as monthly",
  days: "the time until the due date: in 7 days, today, 3 days ago",
  paid: "the day of the payment",
};

type Props = { email: TemplatedEmail; onInsert: (name: Placeholder) => void };

/** Buttons that insert a placeholder at the cursor. */
export const Placeholders = ({ email, onInsert }: Props) => (
  <Group component="fieldset" gap={6}>
    <legend className="small" style={{ fontWeight: 500, marginBottom: 6 }}>
      Placeholders: press one to insert it at the cursor
    </legend>
    {placeholdersOf(email).map((name) => (
      <Button
        key={name}
        size="compact-sm"
        variant="default"
        fw={400}
        aria-label={`Insert {${name}}: ${meanings[name]}`}
        onClick={() => onInsert(name)}
      >
        <span title={meanings[name]}>{`{${name}}`}</span>
      </Button>
    ))}
  </Group>
);
