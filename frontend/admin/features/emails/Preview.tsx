import { Box } from "@mantine/core";
import { useState } from "react";
import type { Email } from "../../../../shared/emails/email.ts";
import { Choice } from "../../components/table/filter-controls.tsx";
import { Facts } from "../../components/ui/Facts.tsx";

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
      <Box maw={240}>
        <Choice label="Format" titled value={format} options={formats} onChange={setFormat} />
      </Box>
      {format === "text" ? (
        <Box component="pre" className="boxed small lines" m={0} p={{ base: 16, sm: 24 }} mih={620} lh={1.55}>
          {text}
        </Box>
      ) : (
        <Box
          component="iframe"
          className="boxed"
          w="100%"
          mih={{ base: 760, sm: 620 }}
          title={`${title} as HTML`}
          sandbox=""
          srcDoc={html}
        />
      )}
    </>
  );
}
