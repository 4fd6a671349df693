import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import { announce } from "./announce.ts";

type Props = {
  label: string;
  description: string;
  /** Several lines stand in a field of their height. */
  value: string;
  /** What is copied, as the button and what is said name it: `address`. */
  what: string;
  autoFocus?: boolean;
};

/** Something to be carried elsewhere: shown whole, marked at a touch, copied by a button. */
export function CopyField({ label, description, value, what, autoFocus = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      announce(`The ${what} is copied.`);
    } catch {
      // A browser may not let pages copy.
      (input.current ?? area.current)?.select();
      announce(`This browser does not let us copy. The ${what} is marked: copy it yourself.`, "error");
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
        <Button variant="default" onClick={() => void copy()}>
          Copy {what}
        </Button>
      </div>
    </Stack>
  );
}
