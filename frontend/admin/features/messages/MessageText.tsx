import { useState } from "react";
import classes from "./MessagesPage.module.css";

/** Longer texts are folded. */
const MAX_LETTERS = 700;
const MAX_LINES = 9;

const isLong = (text: string) => text.length > MAX_LETTERS || (text.match(/\n/g)?.length ?? 0) >= MAX_LINES;

export function MessageText({ text, of }: { text: string; of: string }) {
  const [open, setOpen] = useState(false);
  const long = isLong(text);
  return (
    <>
      <p className={classes.text} data-folded={(long && !open) || undefined}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          className={`small ${classes.more}`}
          aria-expanded={open}
          aria-label={`${open ? "Show less" : "Show all"} of the message from ${of}`}
          onClick={() => setOpen(!open)}
        >
          {open ? "Show less" : "Show all"}
        </button>
      )}
    </>
  );
}
