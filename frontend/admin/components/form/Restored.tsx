import { Button } from "@mantine/core";
import { Notice } from "../ui/Notice.tsx";

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
