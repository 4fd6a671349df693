import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failureText } from "../../../api.ts";
import { announce } from "../ui/announce.ts";
import { Failure } from "./Failure.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { focusFirstError } from "./focus-first-error.ts";
import type { RecordForm, Values } from "./use-record-form.ts";

type Props<V extends Values, Body, Answer> = {
  title: string;
  button: string;
  record: RecordForm<V>;
  save: UseMutationResult<Answer, Error, Body>;
  /** What is sent of what was typed. */
  bodyOf: (values: V) => Body;
  /** What to say once it is stored. */
  saidOf: (answer: Answer) => string;
  /** What takes back what was just stored, from where it is said; nothing where that was somebody else's. */
  undo?: (answer: Answer) => (() => void) | undefined;
  /** What to say when it is not. */
  failed: readonly [refused: string, thrown: string];
  /** Goes on with what somebody else saved meanwhile, keeping what was typed. */
  reload: () => Promise<void>;
  /** It cannot be saved as it is. */
  disabled?: boolean;
  /** Something else is done with the record. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
  below?: ReactNode;
};

/** Adds or edits one record: kept as a draft until it is saved or discarded, and told of once it is. */
export function RecordDialog<V extends Values, Body, Answer>(props: Props<V, Body, Answer>) {
  const { title, button, record, save, failed, disabled, busy = false, onClose } = props;

  const submit = record.form.onSubmit((values) => {
    if (save.isPending || busy) return;
    save.mutate(props.bodyOf(values), {
      onSuccess: (answer) => {
        record.forget();
        announce(props.saidOf(answer), "success", props.undo?.(answer));
        onClose();
      },
    });
  }, focusFirstError);

  async function reload() {
    await props.reload();
    save.reset();
  }

  return (
    <FormDialog
      title={title}
      dirty={record.dirty}
      busy={save.isPending || busy}
      button={button}
      busyButton={save.isPending ? "Saving..." : button}
      disabled={disabled}
      onSubmit={submit}
      onClose={onClose}
      onDiscard={() => {
        record.forget();
        onClose();
      }}
      restored={record.restored}
      onStartOver={() => record.startOver()}
      failure={
        save.error && <Failure error={save.error} text={failureText(save.error, ...failed)} reload={reload} />
      }
      below={props.below}
    >
      {props.children}
    </FormDialog>
  );
}
