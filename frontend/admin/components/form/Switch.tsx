import { Switch as MantineSwitch, type SwitchProps } from "@mantine/core";

/** Mantine's label contains the description, which would be read twice: as a part of the name, and as the description. */
export const Switch = ({ label, ...props }: SwitchProps & { label: string }) => (
  <MantineSwitch label={label} aria-label={label} {...props} />
);
