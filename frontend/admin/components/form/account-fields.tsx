import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

/** The user pool's password rules (infra/auth.ts). */
const passwordRules = "At least 12 characters, with an uppercase letter, a lowercase letter and a digit.";

type PasswordProps = PasswordInputProps & {
  label: string;
  /** The last attempt was refused because of it. */
  isWrong?: boolean;
};

/** A required password, with a switch that shows it. */
export function PasswordField({ label, isWrong = false, ...props }: PasswordProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      label={label}
      required
      withAsterisk={false}
      error={isWrong}
      aria-invalid={isWrong}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      // The name stays the same, because the switch says whether it is pressed.
      visibilityToggleButtonProps={{ "aria-label": `Show ${label.toLowerCase()}` }}
      {...props}
    />
  );
}

export const NewPasswordField = ({ focus = false, ...props }: { focus?: boolean; isWrong?: boolean }) => (
  <PasswordField
    size="md"
    label="New password"
    description={passwordRules}
    name="new-password"
    autoComplete="new-password"
    autoFocus={focus}
    {...props}
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
