import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type AnnouncementAction, announce } from "../ui/announce.ts";
import { FormDialog } from "./FormDialog.tsx";
import { focusFirstError, type RecordForm, type Values } from "./use-record-form.ts";

type Props<V extends Values, Body, Answer> = {
  title: string;
  button: string;
  record: RecordForm<V>;
  save: UseMutationResult<Answer, Error, Body>;
  /** The request body for the form's values. */
  bodyOf: (values: V) => Body;
  /** The message after saving. */
  savedText: (answer: Answer) => string;
  /** Undoes the save, from the message. */
  undo?: (answer: Answer) => () => void;
  /** Opens what was saved, from the message. */
  openSaved?: ((answer: Answer) => void) | undefined;
  /** The messages for a refused save, and for no response. */
  failed: readonly [refused: string, thrown: string];
  /** Loads what somebody else saved, and keeps what was typed. */
  reload: () => Promise<void>;
  reloadLabel?: string;
  disabled?: boolean;
  /** Another action on the record is running. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Adds or edits one record. Typed values stay as a draft until they are saved or discarded. */
export function RecordDialog<V extends Values, Body, Answer>(props: Props<V, Body, Answer>) {
  const { title, button, record, save, failed, disabled, busy = false, onClose } = props;

  function actionAfter(answer: Answer): AnnouncementAction | undefined {
    if (props.undo) return { name: "Undo", act: props.undo(answer) };
    const { openSaved } = props;
    return openSaved && { name: "Open", act: () => openSaved(answer) };
  }

  const submit = record.form.onSubmit((values) => {
    if (save.isPending || busy) return;
    save.mutate(props.bodyOf(values), {
      onSuccess: (answer) => {
        record.forget();
        announce(props.savedText(answer), "success", actionAfter(answer));
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
      failure={{
        error: save.error,
        texts: failed,
        reload,
        ...(props.reloadLabel && { reloadLabel: props.reloadLabel }),
      }}
    >
      {props.children}
    </FormDialog>
  );
}
