import { ActionIcon, Button, Group, TextInput, VisuallyHidden } from "@mantine/core";
import { addDays, Day } from "../../../../shared/day.ts";
import { useSearch } from "../../components/table/use-search.ts";
import { Icon } from "../../components/ui/Icon.tsx";

/** A year that is being typed begins with noughts. */
const earliest: Day = "2000-01-01";

type Props = { day: Day; today: Day; onChange: (day: Day) => void };

/** One day: the one before, the one after, or any by its date. */
export function DayChoice({ day, today, onChange }: Props) {
  const isShown = (text: string) => Day.safeParse(text).success && text >= earliest && text <= today;
  // Somebody who types a date passes by others on the way to it.
  const [typed, setTyped] = useSearch(day, (text) => isShown(text) && onChange(text));
  return (
    <Group component="fieldset" gap={8} mx="auto" mb={16}>
      <VisuallyHidden component="legend">Day of the send log</VisuallyHidden>
      <ActionIcon
        variant="default"
        size={42}
        aria-label="The day before"
        onClick={() => onChange(addDays(day, -1))}
      >
        <Icon name="left" />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label="Day"
        size="md"
        value={typed}
        max={today}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => !isShown(typed) && setTyped(day)}
      />
      <ActionIcon
        variant="default"
        size={42}
        aria-label="The day after"
        disabled={day >= today}
        onClick={() => onChange(addDays(day, 1))}
      >
        <Icon name="right" />
      </ActionIcon>
      {day !== today && (
        <Button variant="subtle" size="md" px={12} onClick={() => onChange(today)}>
          Today
        </Button>
      )}
    </Group>
  );
}
