import { PasswordInput } from "@mantine/core";

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
