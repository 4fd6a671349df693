import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { count, counted } from "../../../../shared/count.ts";
import type { Duplicates, Import, ImportRow } from "../../../../shared/imports/import.ts";
import { fieldsOfKind } from "../../../../shared/imports/kinds.ts";
import { RadioList } from "../../components/form/fields.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { companySettings } from "../../queries/settings.ts";
import { hasChoices, kinds } from "./kinds.ts";
import { emptiedFields, endsText, questionsText, startText } from "./rows.ts";

type Choices = { duplicates: Duplicates; empty: string[] };
type Props = {
  data: Import;
  rows: readonly ImportRow[] | undefined;
  choices: Record<string, Duplicates>;
  busy: boolean;
  onStart: (choices: Choices) => void;
};

/** A person decides these before the import starts. */
export function Questions({ data, rows = [], choices, busy, onStart }: Props) {
  const { kind, counts } = data;
  const { noun } = kinds[kind];
  const [duplicates, setDuplicates] = useState<Duplicates>("skip");
  const [empty, setEmpty] = useState<string[]>([]);
  const writesInvoices = useQuery(companySettings).data?.invoices_from != null;
  const ends = kind === "subscriptions" && writesInvoices && endsText(rows);
  const button = startText(data, { duplicates, empty, rows: choices });
  const isOne = counts.duplicate === 1;
  const them = isOne ? "it" : "them";
  const labelOf = (field: string) =>
    fieldsOfKind[kind].find(({ name }) => name === field)?.label.toLowerCase() ?? field;
  const questions: ReactNode[] = [
    counts.duplicate > 0 && hasChoices(kind) && (
      <RadioList
        key="duplicates"
        label={`${isOne ? "1 row is" : `${count(counts.duplicate)} rows are`} possibly the same as a ${noun} or as another row. What happens to ${them}?${isOne ? "" : " Open a row to choose for it alone."}`}
        options={[
          ["skip", `Skip ${them}`],
          ["update", `Update the ${noun}`],
          ["new", isOne ? `Add it as a new ${noun}` : `Add them as new ${noun}s`],
        ]}
        value={duplicates}
        onChange={setDuplicates}
      />
    ),
    ...emptiedFields(data).map(([field, records]) => (
      <Checkbox
        key={field}
        label={`Empty the ${labelOf(field)} of ${counted(records, noun)}, where the file has no value. Otherwise they keep it.`}
        checked={empty.includes(field)}
        onChange={({ currentTarget: { checked } }) =>
          setEmpty(checked ? [...empty, field] : empty.filter((emptied) => emptied !== field))
        }
      />
    )),
  ].filter(Boolean);
  return (
    <Notice
      tone="plain"
      mb={16}
      action={
        button && (
          <Button loading={busy} onClick={() => onStart({ duplicates, empty })}>
            {button}
          </Button>
        )
      }
    >
      <Stack gap={8}>
        <p>{questionsText(data, button)}</p>
        {ends && <p>{ends}</p>}
        {questions.length > 0 && <Group gap={16}>{questions}</Group>}
      </Stack>
    </Notice>
  );
}
