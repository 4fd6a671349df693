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
  /** The label is shown, not only read out. */
  titled?: boolean;
};

/** So many chips stand in a row. */
const mostChips = 8;

/** One choice among some: chips in a row, of which exactly one is chosen; a list where they are many. */
export function Choice({ label, value, options, onChange, compact, titled }: Props) {
  const name = useId();
  if (compact || options.length > mostChips) {
    const data = options.map(([value, label]) => ({ value, label }));
    return (
      <NativeSelect
        {...(titled ? { label } : { "aria-label": label })}
        data={data}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        size="md"
      />
    );
  }
  return (
    <fieldset className={classes.choice}>
      {titled ? (
        <legend className={classes.title}>{label}</legend>
      ) : (
        <VisuallyHidden component="legend">{label}</VisuallyHidden>
      )}
      {options.map(([option, text]) => (
        <label key={option} className={classes.chip}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
