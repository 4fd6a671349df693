import { Button, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { Notice } from "../ui/Notice.tsx";
import { Dialog, DialogFooter } from "./Dialog.tsx";
import { Failure, type FailureProps } from "./Failure.tsx";
import { useDiscard } from "./use-discard.tsx";

type Props = {
  title: string;
  /** Something was typed: closing asks for confirmation. */
  dirty?: boolean;
  busy?: boolean;
  button: string;
  busyButton?: string;
  disabled?: boolean | undefined;
  /** The action cannot be undone. */
  danger?: boolean;
  /** There is nothing to do: the button does not stand out. */
  quiet?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** Called when somebody confirms closing without saving; by default the same as closing. */
  onDiscard?: () => void;
  restored?: boolean;
  onStartOver?: () => void;
  /** Why the last attempt failed, and what to do. */
  failure?: FailureProps;
  children: ReactNode;
};

export function FormDialog(props: Props) {
  const { title, dirty = false, busy = false, button, busyButton = button, disabled = false } = props;
  const { close, question, stopAsking } = useDiscard({
    dirty,
    busy,
    onClose: props.onClose,
    onDiscard: props.onDiscard,
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || disabled) return;
    stopAsking();
    props.onSubmit(event);
  }

  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={submit} noValidate>
        <Stack pt={4}>
          {props.failure && <Failure {...props.failure} />}
          {props.restored && <Restored onStartOver={props.onStartOver} />}
          {props.children}
          {question || (
            <DialogFooter key="buttons">
              <Button variant="default" onClick={close} aria-disabled={busy}>
                Cancel
              </Button>
              <Button
                type="submit"
                variant={props.quiet ? "default" : "filled"}
                {...(props.danger && { color: "red" })}
                disabled={disabled}
                aria-disabled={busy || disabled}
                data-busy={busy || undefined}
                // A double click counts once, even before React renders the busy state.
                onClick={(event) => event.detail > 1 && event.preventDefault()}
              >
                {busy ? busyButton : button}
              </Button>
            </DialogFooter>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

/** Shown when a form starts with an unsaved draft. */
export const Restored = ({ onStartOver }: { onStartOver: (() => void) | undefined }) => (
  <Notice
    tone="plain"
    action={
      <Button size="xs" variant="default" onClick={onStartOver}>
        Start over
      </Button>
    }
  >
    We restored what you typed earlier and did not save.
  </Notice>
);
