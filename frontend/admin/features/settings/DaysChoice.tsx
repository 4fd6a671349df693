import { Checkbox, Group } from "@mantine/core";
import { conflictOf } from "../../components/form/conflict.ts";

type Props = {
  label: string;
  all: readonly number[];
  nameOf: (day: number) => string;
  chosen: readonly number[];
  onChange: (days: number[]) => void;
  disabled: boolean;
  /** What somebody else saved in this field. */
  theirs: readonly number[] | undefined;
};

/** Selects any number of days. */
export const DaysChoice = ({ label, all, nameOf, chosen, onChange, disabled, theirs }: Props) => (
  <Checkbox.Group
    label={label}
    description={theirs && conflictOf(theirs.map(nameOf).join(", "))}
    value={chosen.map(String)}
    onChange={(days) => onChange(all.filter((day) => days.includes(String(day))))}
  >
    <Group gap="12px 20px">
      {all.map((day) => (
        <Checkbox key={day} value={String(day)} label={nameOf(day)} disabled={disabled} />
      ))}
    </Group>
  </Checkbox.Group>
);
