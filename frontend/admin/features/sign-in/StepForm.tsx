import { Box, Button, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { backOfficeName } from "../../../../shared/company.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { type Failure, type Field, failureOf } from "./failures.ts";

type Fields = (name: string) => string;

/** One step of the sign-in: title, fields, button and error. */
export function StepForm({
  title,
  note,
  button,
  busyButton = "Signing in...",
  failure: initialFailure,
  submit,
  children,
  below,
}: {
  title: string;
  note: string;
  button: string;
  busyButton?: string;
  /** The error of the previous step. */
  failure?: Failure | undefined;
  submit: (field: Fields) => Promise<void>;
  /** The fields, of which one may be wrong. */
  children: (wrong: Field | undefined) => ReactNode;
  below: ReactNode;
}) {
  const [failure, setFailure] = useState(initialFailure);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const working = useRef(false);

  useEffect(() => {
    document.title = `${title} · ${backOfficeName}`;
  }, [title]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (working.current) return;
    working.current = true;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await submit((name) => String(form.get(name) ?? ""));
    } catch (error) {
      setFailure(failureOf(error));
      setFailures(failures + 1);
    } finally {
      working.current = false;
      setBusy(false);
    }
  }

  return (
    <form onSubmit={send}>
      <Stack gap={18}>
        <h1 style={{ fontSize: "1.75rem" }}>{title}</h1>
        <Box component="p" className="quiet wrap" mt={-10} mb={4}>
          {note}
        </Box>
        {/* It stays until the next result, so that a double click does not hit what moves up. */}
        {failure && (
          <Notice tone="error" key={failures}>
            <p>{failure.text}</p>
            {failure.advice && <p>{failure.advice}</p>}
          </Notice>
        )}
        {children(failure?.field)}
        <Button type="submit" size="md" fullWidth aria-disabled={busy} data-busy={busy || undefined}>
          {busy ? busyButton : button}
        </Button>
        <Stack gap={4} align="center">
          {below}
        </Stack>
      </Stack>
    </form>
  );
}
