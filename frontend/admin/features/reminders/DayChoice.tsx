import { Button, Group, TextInput, VisuallyHidden } from "@mantine/core";
import { addDays, Day } from "../../../../shared/day.ts";
import { Step } from "../../components/table/SpanChoice.tsx";
import { useSearch } from "../../components/table/use-list.ts";
import { useNarrow } from "../../components/ui/use-narrow.ts";

/** While somebody types a year, the date starts with zeros. */
const FIRST_DAY: Day = "2000-01-01";

type Props = { day: Day; today: Day; onChange: (day: Day) => void };

/** Chooses a day: previous, next, or by date. */
export function DayChoice({ day, today, onChange }: Props) {
  const isShown = (text: string) => Day.safeParse(text).success && text >= FIRST_DAY && text <= today;
  // While somebody types, other valid dates appear.
  const [typed, setTyped] = useSearch(day, (text) => isShown(text) && onChange(text));
  const narrow = useNarrow();
  const before = (
    <Step icon="left" label="Previous day" named={narrow} onClick={() => onChange(addDays(day, -1))} />
  );
  return (
    <Group component="fieldset" gap={8} m={0}>
      <VisuallyHidden component="legend">Day of the send log</VisuallyHidden>
      {!narrow && before}
      <TextInput
        type="date"
        {...(narrow ? { label: "Day", w: "100%" } : { "aria-label": "Day" })}
        size={narrow ? "md" : "sm"}
        value={typed}
        max={today}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => !isShown(typed) && setTyped(day)}
      />
      {narrow && before}
      <Step
        icon="right"
        label="Next day"
        named={narrow}
        disabled={day >= today}
        onClick={() => onChange(addDays(day, 1))}
      />
      {day !== today && (
        <Button variant="subtle" size={narrow ? "md" : "sm"} px={12} onClick={() => onChange(today)}>
          Today
        </Button>
      )}
    </Group>
  );
}
