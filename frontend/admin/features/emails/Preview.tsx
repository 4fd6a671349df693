import { useState } from "react";
import type { Email } from "../../../../shared/emails/email.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import classes from "./EmailsPage.module.css";

const looks = [
  ["", "As designed"],
  ["text", "Plain text"],
] as const;

/** An email as its reader sees it. Its HTML stands in a frame that may do nothing at all. */
export function Preview({ title, subject, text, html }: Email & { title: string }) {
  const [look, setLook] = useState("");
  return (
    <>
      <Facts facts={[["Subject", <strong key="subject">{subject}</strong>]]} />
      <Choice label="Look" value={look} options={looks} onChange={setLook} compact={false} />
      {look === "text" ? (
        <pre className={classes.text}>{text}</pre>
      ) : (
        <iframe className={classes.frame} title={`${title} as designed`} sandbox="" srcDoc={html} />
      )}
    </>
  );
}
