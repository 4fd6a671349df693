import { NativeSelect, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import classes from "./Choice.module.css";

export type Options = readonly (readonly [value: string, text: string])[];

type Props = {
  label: string;
  value: string;
  options: Options;
  onChange: (value: string) => void;
  /** A list to choose from in place of chips, where there is no room for them. */
  compact: boolean;
};

/** One choice among a few: chips in a row, of which exactly one is chosen. */
export function Choice({ label, value, options, onChange, compact }: Props) {
  const name = useId();
  if (compact) {
    const data = options.map(([value, label]) => ({ value, label }));
    return (
      <NativeSelect
        aria-label={label}
        data={data}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        size="md"
        className={classes.compact ?? ""}
        rightSectionWidth={30}
      />
    );
  }
  return (
    <fieldset className={classes.choice}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {options.map(([option, text]) => (
        <label key={option} className={classes.chip}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
