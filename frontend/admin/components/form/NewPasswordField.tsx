import { PasswordInput } from "@mantine/core";

/** The pool's rules (infra/auth.ts), as people read them. */
const passwordRules = "At least 12 characters, with a capital letter, a small letter and a digit.";

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
