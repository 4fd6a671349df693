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
  <Group component="fieldset" gap="12px 20px">
    <legend className="small" style={{ fontWeight: 500, marginBottom: 8 }}>
      {label}
    </legend>
    {all.map((day) => (
      <Checkbox
        key={day}
        label={nameOf(day)}
        checked={chosen.includes(day)}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) =>
          onChange(all.filter((one) => (one === day ? checked : chosen.includes(one))))
        }
      />
    ))}
    {theirs && <p className="quiet small">{conflictOf(theirs.map(nameOf).join(", "))}</p>}
  </Group>
);
