import { TextInput } from "@mantine/core";

type Typed = { value: string; onChange: (value: string) => void; focus: boolean };

/** The typed address is kept between steps. */
export const EmailField = ({ value, onChange, focus }: Typed) => (
  <TextInput
    size="md"
    label="Email"
    name="email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    autoFocus={focus}
    required
    withAsterisk={false}
  />
);

export const CodeField = ({ label }: { label: string }) => (
  <TextInput
    size="md"
    label={label}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\s*(\d\s*){6}"
    title="Six digits"
    autoFocus
    required
    withAsterisk={false}
  />
);

/** Authenticator apps show codes with a space in the middle. */
export const digitsOf = (code: string) => code.replaceAll(/\s/g, "");
