import { Button, Group, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { NewNote } from "../../../../shared/clients/timeline.ts";
import type { Day } from "../../../../shared/day.ts";
import { failureText } from "../../../api.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { announce } from "../../components/ui/announce.ts";
import { formatDay } from "../../labels/dates.ts";
import { useAddNote } from "../../queries/client-page.ts";
import classes from "./ClientPage.module.css";

const empty = { text: "", due_on: "" };

/** Adds a note, optionally with a day on which the dashboard shows it. */
export function NoteForm({ client, today }: { client: string; today: Day }) {
  const [typed, setTyped] = useState(empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // The browser chooses the id, so that a retry after a lost response creates no second note.
  const id = useRef(crypto.randomUUID());
  const text = useRef<HTMLTextAreaElement>(null);
  const add = useAddNote(client);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const body = { id: id.current, text: typed.text, ...(typed.due_on && { due_on: typed.due_on }) };
    const found = errorsOf(NewNote, body);
    setErrors(found);
    if (Object.keys(found).length > 0) return text.current?.focus();
    add.mutate(body, {
      onSuccess: ({ note: { due_on } }) => {
        announce(
          due_on
            ? `The note was added. The dashboard shows it on ${formatDay(due_on)}.`
            : "The note was added.",
        );
        id.current = crypto.randomUUID();
        setTyped(empty);
        text.current?.focus();
      },
    });
  }

  return (
    <form className={classes.noting} onSubmit={submit} noValidate aria-label="New note">
      {add.error && (
        <Failure
          error={add.error}
          text={failureText(add.error, "Failed to add the note", "An error occurred while adding the note")}
        />
      )}
      <Textarea
        ref={text}
        label="Note"
        placeholder="What was said or agreed"
        autosize
        minRows={2}
        value={typed.text}
        error={errors.text}
        disabled={add.isPending}
        onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, text: value }))}
      />
      <Group align="flex-end" gap={12}>
        <TextInput
          label="Remind me on (optional)"
          type="date"
          min={today}
          value={typed.due_on}
          error={errors.due_on}
          disabled={add.isPending}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, due_on: value }))}
        />
        <Button type="submit" variant="default" aria-disabled={add.isPending}>
          {add.isPending ? "Saving..." : "Add note"}
        </Button>
      </Group>
    </form>
  );
}
