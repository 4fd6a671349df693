import { randomUUID } from "node:crypto";
import type { AwsError } from "../aws-error.ts";

const NAMESPACE = "http://ses.amazonaws.com/doc/2010-12-01/";

/** SES v1's answer to an operation; `result` is the XML inside. */
export const answerXml = (operation: string, result: string) =>
  `<${operation}Response xmlns="${NAMESPACE}"><${operation}Result>${result}</${operation}Result>` +
  `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${operation}Response>`;

/** SES v1's error. Its codes are the SDK's names without `Exception`, but for the one that says it itself. */
export function errorXml({ code, status, message }: AwsError): string {
  const name = /SendingPausedException$/.test(code) ? code : code.replace(/Exception$/, "");
  const said = `<Code>${escapeXml(name)}</Code><Message>${escapeXml(message)}</Message>`;
  const error = `<Error><Type>${status >= 500 ? "Receiver" : "Sender"}</Type>${said}</Error>`;
  return `<ErrorResponse xmlns="${NAMESPACE}">${error}<RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
}

/** Text as XML and HTML have it, also within an attribute's double quotes. */
export const escapeMarkup = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Control characters, which XML 1.0 cannot carry, are left out. */
const escapeXml = (text: string) =>
  escapeMarkup(text).replace(/\p{Cc}/gu, (control) => (/\s/.test(control) ? " " : ""));
