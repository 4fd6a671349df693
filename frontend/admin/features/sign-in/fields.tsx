import { PasswordInput, TextInput } from "@mantine/core";

/** The pool's rules (infra/auth.ts), as people read them. */
const passwordRules = "At least 12 characters, with a capital letter, a small letter and a digit.";

type Typed = { value: string; onChange: (value: string) => void; focus: boolean };

/** What is typed here stays when the person goes on to another step, or back. */
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

export const NewPasswordField = ({ focus = false }: { focus?: boolean }) => (
  <PasswordInput
    size="md"
    label="New password"
    description={passwordRules}
    name="new-password"
    autoComplete="new-password"
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

/** Codes are shown, and typed, with a space in the middle. */
export const digitsOf = (code: string) => code.replaceAll(/\s/g, "");
