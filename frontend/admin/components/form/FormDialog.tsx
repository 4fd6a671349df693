import { Button, Group, Modal, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Notice } from "../ui/Notice.tsx";
import { phone } from "../ui/widths.ts";
import classes from "./FormDialog.module.css";
import { Restored } from "./Restored.tsx";
import { useReturnedFocus } from "./use-returned-focus.ts";

type Props = {
  title: string;
  /** Something was typed: closing asks for confirmation. */
  dirty: boolean;
  busy: boolean;
  button: string;
  busyButton: string;
  disabled?: boolean | undefined;
  /** The action cannot be undone. */
  danger?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** Called when somebody confirms closing without saving. */
  onDiscard: () => void;
  restored?: boolean;
  onStartOver?: () => void;
  /** Why the last attempt failed, and what to do. */
  failure?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
};

export function FormDialog(props: Props) {
  const { title, dirty, busy, button, busyButton, disabled = false } = props;
  const full = useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;
  const [asking, setAsking] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useReturnedFocus();

  useEffect(() => {
    if (asking) stay.current?.focus();
  }, [asking]);

  function close() {
    if (busy) return;
    if (dirty) setAsking(true);
    else props.onClose();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || disabled) return;
    setAsking(false);
    props.onSubmit(event);
  }

  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={520}
      fullScreen={full}
      returnFocus={false}
      classNames={{
        content: classes.content ?? "",
        title: "display",
        header: classes.header ?? "",
      }}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack pt={8}>
          {props.failure}
          {props.restored && <Restored onStartOver={props.onStartOver} />}
          {props.children}
          {asking ? (
            <Notice
              tone="warning"
              action={
                <>
                  <Button ref={stay} size="sm" variant="default" onClick={() => setAsking(false)}>
                    Keep editing
                  </Button>
                  <Button size="sm" color="red" onClick={props.onDiscard}>
                    Discard
                  </Button>
                </>
              }
            >
              Discard what you typed?
            </Notice>
          ) : (
            <Group justify="flex-end" gap={12} pt={4}>
              <Button variant="default" onClick={close} aria-disabled={busy}>
                Cancel
              </Button>
              <Button
                type="submit"
                {...(props.danger && { color: "red" })}
                disabled={disabled}
                aria-disabled={busy || disabled}
                data-busy={busy || undefined}
                // A double click counts once, even before React renders the busy state.
                onClick={(event) => event.detail > 1 && event.preventDefault()}
              >
                {busy ? busyButton : button}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {props.below}
    </Modal>
  );
}
