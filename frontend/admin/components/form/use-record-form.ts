import { useForm } from "@mantine/form";
import { useEffect, useState } from "react";
import { usePerson } from "../../session/SessionProvider.tsx";
import { conflictOf } from "./conflict.ts";
import { dropDraft, keepDraft, readDraft } from "./draft.ts";
import { changedFields, rebase } from "./rebase.ts";

export type Values = Record<string, unknown>;
export type RecordForm<V extends Values> = ReturnType<typeof useRecordForm<V>>;

type Stored<V> = { values: V; version?: number };

/**
 * A form over one record: knows what was stored when the typing began, keeps what is typed as a draft
 * in this tab until it is saved or discarded, and can be moved onto a version somebody else saved.
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
  // A new record is named here, so that trying again after a lost answer makes no second one.
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

  // Saved by somebody else while nothing was typed here: the form simply follows.
  if (!dirty && stored.version !== undefined && stored.version > (base.version ?? 0)) {
    setBase(stored);
    form.setValues(stored.values);
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
    /** What the record is called if it is a new one: the same for every attempt to save it. */
    id,
    version: base.version,
    /** The form began with what was typed before and never saved. */
    restored: restored && dirty,
    /** Gives each field what it needs: its value, what somebody else saved of it meanwhile, or else a help. */
    inputs: (disabled: boolean) => (field: keyof V & string, help?: string) => ({
      ...form.getInputProps(field),
      description: conflictOf(theirs[field]) ?? help,
      disabled,
    }),
    /** What somebody else saved meanwhile, of the fields that were changed here too. */
    theirs,
    /** Goes on with the stored record as it is now, keeping what was typed. */
    takeOver,
    /** Forgets what was typed, in favour of what is stored, or was just saved. */
    startOver: (now = stored) => startOver(now),
    forget: () => dropDraft(name),
  };
}
