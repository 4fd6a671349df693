import { useState } from "react";
import classes from "./MessagesPage.module.css";

/** More than so many letters or lines are folded until somebody wants to read them. */
const fold = { letters: 700, lines: 9 };

const isLong = (text: string) => text.length > fold.letters || (text.match(/\n/g)?.length ?? 0) >= fold.lines;

/** What the visitor wrote, line by line as they wrote it. */
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
