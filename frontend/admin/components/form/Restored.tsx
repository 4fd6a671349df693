import { Button } from "@mantine/core";
import { Notice } from "../ui/Notice.tsx";

/** The form began with what was typed before and never saved. */
export const Restored = ({ onStartOver }: { onStartOver: (() => void) | undefined }) => (
  <Notice
    tone="plain"
    action={
      <Button size="xs" variant="default" onClick={onStartOver}>
        Start over
      </Button>
    }
  >
    What you typed before, and did not save, is here again.
  </Notice>
);
