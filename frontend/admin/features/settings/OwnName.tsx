import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { AuthError, updateUserAttribute } from "aws-amplify/auth";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { StaffName } from "../../../../shared/staff/staff.ts";
import { withTimeout } from "../../../auth.ts";
import { announce } from "../../components/ui/announce.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson, useSession } from "../../session/SessionProvider.tsx";

/** The person's name, and a form to change it. */
export function OwnName() {
  const { name } = usePerson();
  const { enter } = useSession();
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const change = useRef<HTMLButtonElement>(null);
  const save = useMutation({
    mutationFn: async (value: string) => {
      await withTimeout(updateUserAttribute({ userAttribute: { attributeKey: "name", value } }));
      await enter({ forceRefresh: true });
    },
    onSuccess: () => {
      close();
      announce("Your name was saved.");
    },
  });

  /** Returns the focus, because the focused field disappears. */
  function close() {
    flushSync(() => setEditing(false));
    setProblem(undefined);
    save.reset();
    change.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const parsed = StaffName.safeParse(new FormData(event.currentTarget).get("name"));
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) save.mutate(parsed.data);
  }

  if (!editing)
    return (
      <Group justify="space-between" gap="4px 12px">
        <span>{name ?? "Not set"}</span>
        <Button
          ref={change}
          variant="subtle"
          size="compact-sm"
          aria-label="Change your name"
          onClick={() => setEditing(true)}
        >
          Change
        </Button>
      </Group>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14} pb={10}>
        {save.error && (
          <Notice tone="error">
            <p>{save.error instanceof AuthError ? save.error.message : "An unexpected error occurred"}</p>
            <p>What you typed is still here. Please try again.</p>
          </Notice>
        )}
        <TextInput
          label="Your name"
          description="Colleagues see it beside your changes. Clients do not see it."
          name="name"
          autoComplete="name"
          defaultValue={name ?? ""}
          error={problem}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap={10}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={save.isPending}>
            {save.isPending ? "Saving..." : "Save name"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
