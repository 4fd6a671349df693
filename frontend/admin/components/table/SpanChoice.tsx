import { ActionIcon, Button, Group, TextInput, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { addMonths, endOfMonth, monthOf } from "../../../../shared/day.ts";
import type { Span } from "../../../../shared/day-span.ts";
import { Icon } from "../ui/Icon.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { typedProblem } from "./use-list.ts";

type Props = Span & { legend: string; onChange: (span: Span) => void };

/** Two dates, and buttons for the previous and next month. Invalid dates are not passed on. */
export function SpanChoice({ legend, from, to, onChange }: Props) {
  const [typed, setTyped] = useState({ from, to });
  const [lastSpan, setLastSpan] = useState({ from, to });
  if (lastSpan.from !== from || lastSpan.to !== to) {
    setLastSpan({ from, to });
    setTyped({ from, to });
  }
  const problem = typedProblem(typed);
  function change(next: Span) {
    setTyped(next);
    if (!typedProblem(next)) onChange(next);
  }
  const month = (months: number) => {
    const first = addMonths(`${monthOf(from)}-01`, months);
    change({ from: first, to: endOfMonth(first) });
  };
  const narrow = useNarrow();
  const input = (name: keyof Span, label: string) => (
    <TextInput
      type="date"
      {...(narrow ? { label } : { "aria-label": label })}
      size={narrow ? "md" : "sm"}
      flex={narrow ? "1 1 45%" : "0 1 150px"}
      miw={0}
      value={typed[name]}
      error={name === "to" && problem}
      onChange={(event) => change({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Group component="fieldset" gap={8} m={0} align="flex-start" wrap={narrow ? "wrap" : "nowrap"}>
      <VisuallyHidden component="legend">{legend}</VisuallyHidden>
      {!narrow && <Step icon="left" label="Previous month" named={false} onClick={() => month(-1)} />}
      {input("from", "From")}
      {input("to", "To")}
      {narrow && <Step icon="left" label="Previous month" named onClick={() => month(-1)} />}
      <Step icon="right" label="Next month" named={narrow} onClick={() => month(1)} />
    </Group>
  );
}

type StepProps = {
  icon: "left" | "right";
  label: string;
  /** Shows the label: half of a sheet's width. */
  named: boolean;
  disabled?: boolean;
  onClick: () => void;
};

/** A button to the previous or next days. */
export function Step({ icon, label, named, disabled = false, onClick }: StepProps) {
  const pressed = { variant: "default", disabled, onClick };
  if (!named)
    return (
      <ActionIcon {...pressed} size={36} aria-label={label}>
        <Icon name={icon} />
      </ActionIcon>
    );
  const section = { [icon === "left" ? "leftSection" : "rightSection"]: <Icon name={icon} /> };
  return (
    <Button {...pressed} {...section} size="md" px={8} fw={600} fz="xs" flex="1 1 45%">
      {label}
    </Button>
  );
}
