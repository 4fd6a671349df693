import { PasswordInput, TextInput, type TextInputProps } from "@mantine/core";

/** The user pool's password rules (infra/auth.ts). */
const passwordRules = "At least 12 characters, with an uppercase letter, a lowercase letter and a digit.";

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

/** Six digits of an authenticator app or of an email. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    size="md"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\s*(\d\s*){6}"
    title="Six digits"
    autoFocus
    required
    withAsterisk={false}
    {...props}
  />
);

/** Authenticator apps show codes with a space in the middle. */
export const digitsOf = (code: string) => code.replaceAll(/\s/g, "");
