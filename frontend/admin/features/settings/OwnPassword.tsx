import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { AuthError, updatePassword } from "aws-amplify/auth";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { inTime } from "../../../auth.ts";
import { NewPasswordField } from "../../components/form/NewPasswordField.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";

/** The way to another password of one's own. */
export function OwnPassword() {
  const { email } = usePerson();
  const [editing, setEditing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const save = useMutation({
    mutationFn: (passwords: { oldPassword: string; newPassword: string }) =>
      inTime(updatePassword(passwords)),
    onSuccess: () => {
      close();
      announce("Your new password is saved.");
    },
  });

  /** What had the focus is gone with the form. */
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
        {/* By which password managers know whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordInput
          size="md"
          label="Your password of now"
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
  if (!(error instanceof AuthError)) return "An unexpected error occurred. Trying again does no harm.";
  if (error.name === "NotAuthorizedException") return "That is not the password you have now.";
  return error.message;
}
