import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from "@mantine/core";

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: "auto", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Light or dark; stored in this browser. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      label="Appearance"
      size="sm"
      mt={12}
      data={schemes}
      value={colorScheme}
      onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
    />
  );
}
