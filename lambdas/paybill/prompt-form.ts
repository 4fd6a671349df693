import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { promptErrorPage } from "../../shared/account-page/error-page.ts";
import { accountPath } from "../../shared/account-page-routes.ts";
import type { Event } from "../platform/http/caller.ts";

// The form of the client's page works without script: its fields become JSON, and what follows is a page.

/** Far more than the form has. */
const MAX_LENGTH = 5_000;

export const isForm = ({ headers, routeKey, body = "" }: Event): boolean =>
  routeKey === "POST /account/{secret}" &&
  (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded") &&
  body.length < MAX_LENGTH;

export function asJson(event: Event): Event {
  const { body = "", isBase64Encoded } = event;
  const fields = new URLSearchParams(isBase64Encoded ? Buffer.from(body, "base64").toString() : body);
  const fieldValues = {
    phone: fields.get("phone") ?? "",
    amount: Number(fields.get("amount") || Number.NaN),
  };
  return { ...event, body: JSON.stringify(fieldValues), isBase64Encoded: false };
}

/** Leads back to the page, which says what became of the request; a refusal is a page of its own. */
export function asPage(
  { pathParameters }: Event,
  response: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  const { statusCode = 500, headers, body = "" } = response;
  const location = accountPath(pathParameters?.secret ?? "");
  if (statusCode < 400) return { statusCode: 303, headers: { location, "cache-control": "no-store" } };
  const type = { "content-type": "text/html; charset=utf-8", "x-robots-tag": "noindex" };
  const page = promptErrorPage(statusCode, JSON.parse(body).error);
  return { statusCode, headers: { ...headers, ...type }, body: page };
}
