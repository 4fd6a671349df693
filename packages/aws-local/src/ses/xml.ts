import { randomUUID } from "node:crypto";
import type { AwsError } from "../aws-error.ts";

const NAMESPACE = "http://ses.amazonaws.com/doc/2010-12-01/";

/** SES v1's answer to an operation; `result` is the XML inside. */
export function answerXml(operation: string, result: string): string {
  return `<${operation}Response xmlns="${NAMESPACE}"><${operation}Result>${result}</${operation}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${operation}Response>`;
}

/** SES v1's error. Its codes are the SDK's names without `Exception`, but for the two that say it themselves. */
export function errorXml(error: AwsError): string {
  const code = /SendingPausedException$/.test(error.code) ? error.code : error.code.replace(/Exception$/, "");
  const type = error.status >= 500 ? "Receiver" : "Sender";
  return `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>${type}</Type><Code>${escapeXml(code)}</Code><Message>${escapeXml(error.message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Control characters, which XML 1.0 cannot carry, are left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "")
    .replace(/\p{Cc}/gu, (control) => (/\s/.test(control) ? " " : ""));
}
