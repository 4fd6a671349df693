import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { DialogFooter } from "./Dialog.tsx";

type Options = {
  /** Something was typed. */
  dirty: boolean;
  busy: boolean;
  onClose: () => void;
  /** Called when somebody confirms closing without saving; by default the same as closing. */
  onDiscard?: (() => void) | undefined;
};

/** Closes at once, or asks first if something was typed. `question` takes the place of the buttons while it asks. */
export function useDiscard({ dirty, busy, onClose, onDiscard = onClose }: Options) {
  const [asking, setAsking] = useState(false);
  const typedIn = useRef<HTMLElement>(null);

  function close() {
    if (busy) return;
    if (!dirty) return onClose();
    if (!asking) typedIn.current = document.querySelector<HTMLElement>(":is(input, textarea, select):focus");
    setAsking(true);
  }

  function keepEditing() {
    setAsking(false);
    (typedIn.current ?? document.querySelector<HTMLElement>(":is([role=dialog], aside) form input"))?.focus();
  }

  return {
    close,
    stopAsking: () => setAsking(false),
    question: asking && (
      // With a key, so that the click on one button does not become a click on the button that replaces it.
      <DialogFooter key="asking">
        <p role="status" style={{ marginRight: "auto" }}>
          Discard what you typed?
        </p>
        <Button autoFocus variant="default" onClick={keepEditing}>
          Keep editing
        </Button>
        <Button color="red" onClick={onDiscard}>
          Discard
        </Button>
      </DialogFooter>
    ),
  };
}
