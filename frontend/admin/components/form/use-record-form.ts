import { useForm } from "@mantine/form";
import { type ReactNode, useEffect, useState } from "react";
import type { Field } from "../../../../shared/field.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { dropDraft, keepDraft, readDraft } from "./draft.ts";
import { changedFields, rebase } from "./rebase.ts";

export type Values = Record<string, unknown>;
export type RecordForm<V extends Values> = ReturnType<typeof useRecordForm<V>>;

type Stored<V> = { values: V; version?: number };

/**
 * A form for one record. It remembers the stored values it started with, keeps a draft in this tab until it is saved
 * or discarded, and can continue with a version that somebody else saved.
 */
export function useRecordForm<V extends Values>({
  name,
  stored,
  validate,
}: {
  /** Names the draft: `client:new`, `client:<id>`. */
  name: string;
  stored: Stored<V>;
  validate: (values: V) => Record<string, string>;
}) {
  const { id: person } = usePerson();
  const [draft] = useState(() => readDraft<V>(name, person));
  const [base, setBase] = useState<Stored<V>>(draft?.base ?? stored);
  // The browser chooses the id, so that a retry after a lost response creates no second record.
  const [id, setId] = useState(() => draft?.id ?? crypto.randomUUID());
  const [restored, setRestored] = useState(draft !== undefined);
  const [theirs, setTheirs] = useState<Partial<V>>({});
  const form = useForm<V>({
    mode: "controlled",
    initialValues: draft?.values ?? stored.values,
    validate,
  });
  const { values } = form;
  const dirty = changedFields(base.values, values).length > 0;

  useEffect(() => {
    if (dirty) keepDraft(name, { person, id, values, base });
    else dropDraft(name);
  }, [name, person, id, values, base, dirty]);

  // There is a newer version. Show it if nothing was typed here; continue with it if it has the same values.
  if (stored.version !== undefined && stored.version > (base.version ?? 0)) {
    const hasSameValues = changedFields(base.values, stored.values).length === 0;
    if (!dirty || hasSameValues) setBase(stored);
    if (!dirty) form.setValues(stored.values);
  }

  function takeOver(latest: Stored<V>) {
    const moved = rebase(base.values, values, latest.values);
    form.setValues(moved.values);
    setBase(latest);
    setTheirs(moved.theirs);
  }

  function startOver(stored: Stored<V>) {
    dropDraft(name);
    form.setValues(stored.values);
    form.clearErrors();
    setBase(stored);
    setTheirs({});
    setRestored(false);
    setId(crypto.randomUUID());
  }

  return {
    form,
    dirty,
    /** The id of a new record, the same for each attempt to save it. */
    id,
    /** After the server refused the id, the next save creates another record. */
    takeNewId: () => setId(crypto.randomUUID()),
    version: base.version,
    /** The form started with an unsaved draft. */
    restored: restored && dirty,
    /** The props of a field: its value, and below it what somebody else saved or a help text. */
    inputs: (disabled: boolean) => (field: keyof V & string, help?: ReactNode) => ({
      ...form.getInputProps(field),
      description: conflictOf(theirs[field]) ?? help,
      disabled,
    }),
    /** The same of a switch. */
    toggles: (disabled: boolean) => (field: keyof V & string, help?: string) => ({
      ...form.getInputProps(field, { type: "checkbox" }),
      description: conflictOf(onOff(theirs[field])) ?? help,
      disabled,
    }),
    /** Values that somebody else saved in fields that were changed here too. */
    theirs,
    /** Continues with the latest stored version, and keeps what was typed. */
    takeOver,
    /** Discards the draft and shows the stored values, or those just saved. */
    startOver: (now = stored) => startOver(now),
    forget: () => dropDraft(name),
  };
}

/** The text under a field that two people changed. */
export const conflictOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : `Somebody else saved: ${String(value ?? "") || "(empty)"}`;

const onOff = (value: unknown) => (value === undefined ? undefined : value ? "on" : "off");

/** The options of a select for a field with named values. */
export const optionsOf = ({ names = {} }: Field) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Focuses the first field with an error, after the errors are rendered. */
export const focusFirstError = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("form [aria-invalid='true']")?.focus());
};
