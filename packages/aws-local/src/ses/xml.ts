import { randomUUID } from "node:crypto";
import type { AwsError } from "../aws-error.ts";

const NAMESPACE = "http://ses.amazonaws.com/doc/2010-12-01/";

export const responseXml = (operation: string, result: string) =>
  `<${operation}Response xmlns="${NAMESPACE}"><${operation}Result>${result}</${operation}Result>` +
  `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${operation}Response>`;

/** SES v1's error. Its codes are the SDK's names without `Exception`, with one exception. */
export function errorXml({ code, status, message }: AwsError): string {
  const name = /SendingPausedException$/.test(code) ? code : code.replace(/Exception$/, "");
  const details = `<Code>${escapeXml(name)}</Code><Message>${escapeXml(message)}</Message>`;
  const error = `<Error><Type>${status >= 500 ? "Receiver" : "Sender"}</Type>${details}</Error>`;
  return `<ErrorResponse xmlns="${NAMESPACE}">${error}<RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
}

/** Escapes text for XML and HTML, including attributes in double quotes. */
export const escapeMarkup = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Omits control characters, which XML 1.0 does not allow. */
const escapeXml = (text: string) =>
  escapeMarkup(text).replace(/\p{Cc}/gu, (control) => (/\s/.test(control) ? " " : ""));
