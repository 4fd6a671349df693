import { NativeSelect, Stack } from "@mantine/core";
import { type Kept, retention } from "../../../../shared/retention.ts";
import type { Settings } from "../../../../shared/settings.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Card } from "../../components/ui/Card.tsx";

type Field = `keep_${Kept}_months`;
type Months = Partial<Pick<Settings, Field>>;

const fields = [
  ["messages", "Messages", "What visitors wrote, from the day it came.", "Messages that came"],
  [
    "reminders",
    "Send log",
    "Which emails went out, and whether they arrived.",
    "Emails in the send log that went out",
  ],
  ["activity", "Activity", "Who changed what, and when.", "Records of changes that were made"],
] as const satisfies [Kept, string, string, string][];

const fieldOf = (table: Kept): Field => `keep_${table}_months`;
const textOf = (months: number) => `${months} months`;

/** Half years, and what was chosen otherwise. */
function choicesOf(table: Kept, chosen: number) {
  const { least, most } = retention[table];
  const halves = Array.from({ length: (most - least) / 6 + 1 }, (_, index) => least + 6 * index);
  return [...new Set([...halves, chosen])]
    .sort((one, other) => one - other)
    .map((months) => ({ value: String(months), label: textOf(months) }));
}

type Props = {
  months: Required<Months>;
  input: (field: Field, help: string) => object;
  onChange: (field: Field, months: number) => void;
};

/** For how long what goes by age is kept. */
export const KeepingCard = ({ months, input, onChange }: Props) => (
  <Card title="How long things are kept">
    <p className="quiet small">
      What is older goes by itself, for good: a change holds within a day for all that is there. Clients,
      subscriptions, payments and notes stay until a client is erased. The longest times are those that the
      site’s privacy notice names. Administrators are told when it is changed.
    </p>
    {fields.map(([table, label, help]) => {
      const field = fieldOf(table);
      return (
        <NativeSelect
          key={table}
          label={label}
          data={choicesOf(table, months[field])}
          {...input(field, help)}
          value={String(months[field])}
          onChange={({ currentTarget }) => onChange(field, Number(currentTarget.value))}
        />
      );
    })}
  </Card>
);

/** What of what is stored would go by other times: a sentence for each that is shorter. */
export const goingBy = (stored: Months, wanted: Months): string[] =>
  fields.flatMap(([table, , , what]) => {
    const [before, after] = [stored, wanted].map((all) => all[fieldOf(table)]);
    return before !== undefined && after !== undefined && after < before
      ? [`${what} more than ${textOf(after)} ago. Until now they are kept for ${textOf(before)}.`]
      : [];
  });

type AskProps = { going: string[]; onSave: () => void; onClose: () => void };

/** Asks before a shorter time deletes. */
export const ShorterDialog = ({ going, onSave, onClose }: AskProps) => (
  <FormDialog
    title="Delete what is older?"
    dirty={false}
    busy={false}
    danger
    button="Save, and delete"
    busyButton="Saving..."
    onSubmit={onSave}
    onClose={onClose}
    onDiscard={onClose}
  >
    {/* Takes the focus, so that all of it is read out. */}
    <div style={{ lineHeight: 1.5, outline: "none" }} tabIndex={-1} data-autofocus>
      <p>The times you chose are shorter. Beginning within a day of saving, this goes for good:</p>
      <Stack component="ul" gap={10} my={14} pl={16} style={{ listStyle: "disc" }}>
        {going.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Stack>
      <p>Nobody can bring it back from here. Choosing the longer time again saves what has not gone yet.</p>
    </div>
  </FormDialog>
);
