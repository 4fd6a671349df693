import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../api.ts";
import { Notice } from "../ui/Notice.tsx";

type Props = {
  error: Error;
  text: string;
  /** Fetches what is stored now, keeping what was typed; offered when somebody else saved first. */
  reload?: () => Promise<void>;
  /** What to do about it, where the usual word about what was typed does not fit. */
  advice?: string;
};

/** Why saving failed. It takes the focus, so that nobody has to look for it. */
export function Failure({ error, text, reload, advice = adviceOn(error) }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [stuck, setStuck] = useState(false);
  const outdated = error instanceof ApiError && error.status === 409 && reload !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new failure is a new reason to look here
  useEffect(() => place.current?.focus(), [error]);

  async function start() {
    if (busy || !reload) return;
    setBusy(true);
    setStuck(false);
    await reload().catch(() => setStuck(true));
    setBusy(false);
  }

  const button = (
    <Button size="sm" variant="default" onClick={start} aria-disabled={busy}>
      {busy ? "Loading..." : "Load the latest, keep what I typed"}
    </Button>
  );
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="error" action={outdated && button}>
        <p>{text}</p>
        {!outdated && <p>{advice}</p>}
        {stuck && <p>The latest version could not be loaded. Check your connection and try again.</p>}
      </Notice>
    </div>
  );
}

const adviceOn = (error: Error) =>
  error instanceof ApiError
    ? "Nothing was saved; what you typed is still here."
    : "It may not have been saved. What you typed is still here: check your connection and try again.";
