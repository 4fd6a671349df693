import { NativeSelect, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import classes from "./Choice.module.css";

export type Options = readonly (readonly [value: string, text: string])[];

type Props = {
  label: string;
  value: string;
  options: Options;
  onChange: (value: string) => void;
  /** A select instead of chips, to save room. */
  compact: boolean;
  /** The label is visible, not only for screen readers. */
  titled?: boolean;
};

const MAX_CHIPS = 8;

/** One of several options: a row of chips, or a select if there are many. */
export function Choice({ label, value, options, onChange, compact, titled }: Props) {
  const name = useId();
  if (compact || options.length > MAX_CHIPS) {
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
