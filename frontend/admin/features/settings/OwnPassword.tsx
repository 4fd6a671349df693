import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { AuthError, updatePassword } from "aws-amplify/auth";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { withTimeout } from "../../../auth.ts";
import { NewPasswordField } from "../../components/form/NewPasswordField.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";

/** A form to change the person's own password. */
export function OwnPassword() {
  const { email } = usePerson();
  const [editing, setEditing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const save = useMutation({
    mutationFn: (passwords: { oldPassword: string; newPassword: string }) =>
      withTimeout(updatePassword(passwords)),
    onSuccess: () => {
      close();
      announce("Your new password was saved.");
    },
  });

  /** Returns the focus, because the focused field disappears. */
  function close() {
    flushSync(() => setEditing(false));
    save.reset();
    change.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const typed = new FormData(event.currentTarget);
    save.mutate({ oldPassword: String(typed.get("old")), newPassword: String(typed.get("new-password")) });
  }

  if (!editing)
    return (
      <Group justify="space-between" gap="4px 12px">
        <span aria-hidden="true">••••••••</span>
        <Button
          ref={change}
          variant="subtle"
          size="compact-sm"
          aria-label="Change your password"
          onClick={() => setEditing(true)}
        >
          Change
        </Button>
      </Group>
    );
  return (
    <form onSubmit={submit}>
      <Stack gap={14} pb={10}>
        {save.error && <Notice tone="error">{textOf(save.error)}</Notice>}
        {/* Tells password managers which account this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordInput
          size="md"
          label="Current password"
          name="old"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
        />
        <NewPasswordField />
        <Group gap={10}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={save.isPending}>
            {save.isPending ? "Saving..." : "Save password"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function textOf(error: Error): string {
  if (!(error instanceof AuthError)) return "An unexpected error occurred. Please try again.";
  if (error.name === "NotAuthorizedException") return "This is not your current password.";
  return error.message;
}
