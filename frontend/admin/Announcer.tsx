import { Box, Button } from "@mantine/core";
import { useEffect, useState, useSyncExternalStore } from "react";
import classes from "./Announcer.module.css";
import { announcements, withdraw, withdrawAll } from "./components/ui/announce.ts";

const MESSAGE_MS = 6_000;
/** Longer, because people have to decide. */
const ACTION_MESSAGE_MS = 12_000;

/** Shows announcements. The live region exists before the first one, so that screen readers notice it. */
export function Announcer() {
  const current = useSyncExternalStore(announcements.subscribe, announcements.get);
  // After sign-out, the next person must not see it.
  useEffect(() => withdrawAll, []);
  // The message stays while the pointer or the focus is on it.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!current || held) return;
    const timer = setTimeout(() => withdraw(current.id), current.action ? ACTION_MESSAGE_MS : MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [current, held]);
  return (
    <div className={`unprinted ${classes.place}`} role="status" aria-live="polite">
      {current && (
        <Box
          key={current.id}
          className={`wrap ${classes.toast}`}
          maw="min(36rem, 100%)"
          px={16}
          py={10}
          bdrs="lg"
          fz="text"
          data-tone={current.tone === "error" ? "error" : undefined}
        >
          <span>{current.text}</span>
          {current.action && (
            <Button
              variant="transparent"
              size="compact-md"
              ml={12}
              bd="1px solid"
              c="inherit"
              style={{ pointerEvents: "auto", outlineColor: "currentcolor" }}
              aria-keyshortcuts={current.action.name !== "Open" ? "u" : undefined}
              onPointerEnter={() => setHeld(true)}
              onPointerLeave={() => setHeld(false)}
              onFocus={() => setHeld(true)}
              onBlur={() => setHeld(false)}
              onClick={() => {
                setHeld(false);
                withdraw(current.id);
                current.action?.act();
              }}
            >
              {current.action.name}
            </Button>
          )}
        </Box>
      )}
    </div>
  );
}
