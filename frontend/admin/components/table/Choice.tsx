import { NativeSelect } from "@mantine/core";

export type Options = readonly (readonly [value: string, text: string])[];

type Props = {
  label: string;
  value: string;
  options: Options;
  onChange: (value: string) => void;
  /** The label is visible. */
  titled?: boolean;
};

/** One of several options, as a button with its value. */
export const Choice = ({ label, value, options, onChange, titled = false }: Props) => (
  <NativeSelect
    {...(titled ? { label } : { "aria-label": label })}
    data={options.map(([value, label]) => ({ value, label }))}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
