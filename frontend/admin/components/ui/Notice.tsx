import { Box, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Money } from "./Money.tsx";
import classes from "./Notice.module.css";

type Tone = "error" | "warning" | "success" | "plain";

/** Without a jump if it is in view. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/**
 * A message in the page. Screen readers announce errors immediately and the others at the next pause, but not `quiet`
 * ones, which are part of the page from the start.
 */
export function Notice({
  tone,
  quiet,
  slim,
  reveal,
  mb = 0,
  action,
  retry,
  children,
}: {
  tone: Tone;
  quiet?: boolean;
  /** As low as its text, with the action beside it also on phones. */
  slim?: boolean;
  /** Scrolls to it when it appears: the result of a press, which may be below the screen. */
  reveal?: boolean;
  mb?: number;
  action?: ReactNode;
  /** Adds the button "Try again". */
  retry?: (() => void) | false | undefined;
  children: ReactNode;
}) {
  const role = quiet ? undefined : tone === "error" ? "alert" : "status";
  return (
    <Group
      ref={reveal ? bringIntoView : undefined}
      className={classes.notice ?? ""}
      gap="8px 16px"
      wrap={slim ? "nowrap" : "wrap"}
      px={14}
      py={slim ? 6 : 10}
      mb={mb}
      bdrs="lg"
      fz={slim ? "sm" : "text"}
      lh={1.45}
      data-tone={tone}
      role={role}
    >
      <Box className={`wrap ${classes.text}`} flex="1 1 16rem" miw={0}>
        {typeof children === "string" ? <Money>{children}</Money> : children}
      </Box>
      {/* A link is higher than the text. */}
      {action && (
        <Group gap={8} className="unprinted" flex="none" my={slim ? -6 : 0}>
          {action}
        </Group>
      )}
      {retry && (
        <Button size="sm" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Group>
  );
}
