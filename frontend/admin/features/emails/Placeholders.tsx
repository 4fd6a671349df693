import { Button, Group } from "@mantine/core";
import { type Placeholder, placeholdersOf, type WordedEmail } from "../../../../shared/emails/worded.ts";

const meanings: Record<Placeholder, string> = {
  client: "the client's name",
  service: "what is sold; without one, the kind of subscription",
  amount: "what is to be paid; in a receipt, what was paid",
  due: "the day it is due; in a receipt, the next one",
  period: "the days that are paid for",
  reference: "the client's payment reference",
  frequency: "how often it is paid, such as monthly",
  days: "how far off the day is: in 7 days, today, 3 days ago",
  paid: "the day of the payment",
};

type Props = { email: WordedEmail; onInsert: (name: Placeholder) => void };

/** What stands for each client's own facts; pressed, it goes to where the cursor was. */
export const Placeholders = ({ email, onInsert }: Props) => (
  <Group component="fieldset" gap={6}>
    <legend className="small" style={{ fontWeight: 500, marginBottom: 6 }}>
      Placeholders: press one to put it where you type
    </legend>
    {placeholdersOf(email).map((name) => (
      <Button
        key={name}
        size="compact-sm"
        variant="default"
        fw={400}
        title={meanings[name]}
        aria-label={`Insert {${name}}: ${meanings[name]}`}
        onClick={() => onInsert(name)}
      >
        {`{${name}}`}
      </Button>
    ))}
  </Group>
);
