import { Button, Group } from "@mantine/core";
import { useRef, useState } from "react";
import {
  type Placeholder,
  placeholdersOf,
  type TemplatedEmail,
  type TemplatePart,
} from "../../../../shared/email-templates.ts";

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
    <legend className="small" style={{ fontWeight: 600, marginBottom: 6 }}>
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

/** Inserts at the cursor of the field that had the focus last; before any had it, at the end of the opening. */
export function useInsertPlaceholder(setValue: (part: TemplatePart, text: string) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [focused, setFocused] = useState<TemplatePart>();

  function insert(name: Placeholder) {
    const part = focused ?? "opening";
    const field = form.current?.elements.namedItem(part);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    field.focus();
    const { value } = field;
    const end = value.length;
    const from = focused ? (field.selectionStart ?? end) : end;
    const to = focused ? (field.selectionEnd ?? end) : end;
    const placeholder = `{${name}}`;
    setValue(part, value.slice(0, from) + placeholder + value.slice(to));
    requestAnimationFrame(() =>
      field.setSelectionRange(from + placeholder.length, from + placeholder.length),
    );
  }

  return { form, insert, onFocus: setFocused };
}
