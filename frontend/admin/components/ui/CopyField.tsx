import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import { announce } from "./announce.ts";

type Props = {
  label: string;
  description: string;
  /** Several lines make a taller field. */
  value: string;
  /** The noun on the button and in messages: `address`. */
  what: string;
  autoFocus?: boolean;
};

/** A read-only text with a button to copy it. */
export function CopyField({ label, description, value, what, autoFocus = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      announce(`The ${what} was copied.`);
    } catch {
      // Some browsers do not allow pages to copy.
      (input.current ?? area.current)?.select();
      announce(`Your browser did not allow copying. The ${what} is selected: copy it yourself.`, "error");
    }
  }
  const shared = { label, description, value, readOnly: true, autoFocus };
  return (
    <Stack gap={10}>
      {value.includes("\n") ? (
        <Textarea ref={area} {...shared} autosize onFocus={(event) => event.currentTarget.select()} />
      ) : (
        <TextInput ref={input} {...shared} onFocus={(event) => event.currentTarget.select()} />
      )}
      <div>
        <Button variant="default" onClick={() => void copy()}>{`Copy ${what}`}</Button>
      </div>
    </Stack>
  );
}
