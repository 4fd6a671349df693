import { Group, TextInput, VisuallyHidden } from "@mantine/core";
import { addMonths, isMonth, monthOf } from "../../../../shared/day.ts";
import { Step } from "../../components/table/SpanChoice.tsx";
import { useSearch } from "../../components/table/use-list.ts";
import { useNarrow } from "../../components/ui/use-narrow.ts";

type Props = { month: string; onChange: (month: string) => void };

/** Chooses a month: previous, next, or by name. */
export function MonthChoice({ month, onChange }: Props) {
  // While somebody types, other months appear.
  const [typed, setTyped] = useSearch(month, (text) => isMonth(text) && onChange(text));
  const narrow = useNarrow();
  const step = (months: number) => onChange(monthOf(addMonths(`${month}-01`, months)));
  const before = <Step icon="left" label="Previous month" named={narrow} onClick={() => step(-1)} />;
  return (
    <Group component="fieldset" gap={8} m={0} wrap={narrow ? "wrap" : "nowrap"}>
      <VisuallyHidden component="legend">Month of invoices</VisuallyHidden>
      {!narrow && before}
      <TextInput
        type="month"
        {...(narrow ? { label: "Month", w: "100%" } : { "aria-label": "Month" })}
        placeholder="YYYY-MM"
        size={narrow ? "md" : "sm"}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={() => !isMonth(typed) && setTyped(month)}
      />
      {narrow && before}
      <Step icon="right" label="Next month" named={narrow} onClick={() => step(1)} />
    </Group>
  );
}
