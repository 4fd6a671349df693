import { useState } from "react";
import type { Email } from "../../../../shared/emails/email.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import classes from "./EmailsPage.module.css";

const formats = [
  ["", "HTML"],
  ["text", "Plain text"],
] as const;

/** A preview of an email. Its HTML is in a sandboxed frame without permissions. */
export function Preview({ title, subject, text, html }: Email & { title: string }) {
  const [format, setFormat] = useState("");
  return (
    <>
      <Facts facts={[["Subject", <strong key="subject">{subject}</strong>]]} />
      <Choice label="Format" value={format} options={formats} onChange={setFormat} />
      {format === "text" ? (
        <pre className={classes.text}>{text}</pre>
      ) : (
        <iframe className={classes.frame} title={`${title} as HTML`} sandbox="" srcDoc={html} />
      )}
    </>
  );
}
