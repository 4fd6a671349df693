import { NativeSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type RetainedTable, retention } from "../../../../shared/retention.ts";
import type { Settings } from "../../../../shared/settings/settings.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { formatMoment } from "../../labels/dates.ts";
import { senderStatus } from "../../queries/reminders.ts";

type Field = `keep_${RetainedTable}_months`;
type Months = Partial<Pick<Settings, Field>>;

const fields = [
  ["messages", "Messages", "Messages from visitors, counted from the day they arrived.", "Messages received"],
  [
    "reminders",
    "Send log",
    "Emails that were sent, and whether they arrived.",
    "Emails in the send log sent",
  ],
  ["activity", "Activity", "Who changed what, and when.", "Records of changes made"],
] as const satisfies [RetainedTable, string, string, string][];

const fieldOf = (table: RetainedTable): Field => `keep_${table}_months`;
const textOf = (months: number) => `${months} months`;

/** Every half year, and the stored choice. */
function choicesOf(table: RetainedTable, chosen: number) {
  const { minMonths, maxMonths } = retention[table];
  const halves = Array.from({ length: (maxMonths - minMonths) / 6 + 1 }, (_, index) => minMonths + 6 * index);
  return [...new Set([...halves, chosen])]
    .sort((one, other) => one - other)
    .map((months) => ({ value: String(months), label: textOf(months) }));
}

type Props = {
  months: Required<Months>;
  input: (field: Field, help: string) => object;
  onChange: (field: Field, months: number) => void;
};

/** How long messages, the send log and the activity are kept. */
export const RetentionCard = ({ months, input, onChange }: Props) => (
  <Card title="Data retention">
    <p className="quiet small">
      Older records are deleted automatically and permanently. A change takes effect within a day. Clients,
      subscriptions, payments and notes are kept until a client is erased. The longest times are those in the
      site’s privacy notice. Administrators get an email when you change this.
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
    <LastCleanUp />
  </Card>
);

function LastCleanUp() {
  const { data } = useQuery(senderStatus);
  if (!data) return null;
  const { last_tidied_at: at } = data;
  return (
    <p className="quiet small">Last clean-up: {at ? formatMoment(at) : "none yet. It runs every day"}.</p>
  );
}

/** What shorter times would delete: a sentence for each. */
export const deletionsBy = (stored: Months, chosen: Months): string[] =>
  fields.flatMap(([table, , , what]) => {
    const [before, after] = [stored, chosen].map((all) => all[fieldOf(table)]);
    return before !== undefined && after !== undefined && after < before
      ? [`${what} more than ${textOf(after)} ago. They are currently kept for ${textOf(before)}.`]
      : [];
  });

type DialogProps = { deletions: string[]; onSave: () => void; onClose: () => void };

/** Asks for confirmation before a shorter time deletes records. */
export const DeletionDialog = ({ deletions, onSave, onClose }: DialogProps) => (
  <FormDialog
    title="Delete older records?"
    dirty={false}
    busy={false}
    danger
    button="Save and delete"
    busyButton="Saving..."
    onSubmit={onSave}
    onClose={onClose}
    onDiscard={onClose}
  >
    {/* Takes the focus, so that screen readers read all of it. */}
    <div style={{ lineHeight: 1.5, outline: "none" }} tabIndex={-1} data-autofocus>
      <p>You chose shorter times. Within a day of saving, this is deleted permanently:</p>
      <Stack component="ul" gap={10} my={14} pl={16} style={{ listStyle: "disc" }}>
        {deletions.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Stack>
      <p>This cannot be undone. Choosing the longer time again keeps what is not deleted yet.</p>
    </div>
  </FormDialog>
);
