import { conflictOf } from "../../components/form/conflict.ts";
import chips from "../../components/table/Choice.module.css";

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

/** Selects any number of days as chips. */
export const DaysChoice = ({ label, all, nameOf, chosen, onChange, disabled, theirs }: Props) => (
  <fieldset className={chips.choice}>
    <legend className="small" style={{ fontWeight: 500, marginBottom: 8 }}>
      {label}
    </legend>
    {all.map((day) => (
      <label key={day} className={chips.chip}>
        <input
          type="checkbox"
          checked={chosen.includes(day)}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) =>
            onChange(all.filter((one) => (one === day ? checked : chosen.includes(one))))
          }
        />
        {nameOf(day)}
      </label>
    ))}
    {theirs && <p className="quiet small">{conflictOf(theirs.map(nameOf).join(", "))}</p>}
  </fieldset>
);
