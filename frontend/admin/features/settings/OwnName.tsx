import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { AuthError, updateUserAttribute } from "aws-amplify/auth";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { StaffName } from "../../../../shared/staff.ts";
import { inTime } from "../../../auth.ts";
import { announce } from "../../components/ui/announce.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson, useSession } from "../../session/SessionProvider.tsx";

/** What a person is called in the back-office, and the way to change that. */
export function OwnName() {
  const { name } = usePerson();
  const { enter } = useSession();
  const [editing, setEditing] = useState(false);
  const [fault, setFault] = useState<string>();
  const change = useRef<HTMLButtonElement>(null);
  const save = useMutation({
    mutationFn: async (value: string) => {
      await inTime(updateUserAttribute({ userAttribute: { attributeKey: "name", value } }));
      await enter({ forceRefresh: true });
    },
    onSuccess: () => {
      close();
      announce("Your name is saved.");
    },
  });

  /** What had the focus is gone with the form. */
  function close() {
    flushSync(() => setEditing(false));
    setFault(undefined);
    save.reset();
    change.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const asked = StaffName.safeParse(new FormData(event.currentTarget).get("name"));
    setFault(asked.error?.issues[0]?.message);
    if (asked.success) save.mutate(asked.data);
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
            <p>What you typed is still here. Trying again does no harm.</p>
          </Notice>
        )}
        <TextInput
          label="Your name"
          description="Colleagues see it beside what you do. Clients do not."
          name="name"
          autoComplete="name"
          defaultValue={name ?? ""}
          error={fault}
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
