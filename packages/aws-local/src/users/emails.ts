import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { arn } from "../template/resource-names.ts";
import type { UserPool } from "./pool.ts";
import type { User } from "./records.ts";

const HOUR_MS = 3_600_000;

/** Invites a person with the pool's own words. */
export async function sendInvitation(pool: UserPool, user: User, to: string, password: string) {
  const words = await wordsOf(pool, user, "AdminCreateUser", pool.settings.invitation);
  await deliver(pool, to, words, { "{username}": to, "{####}": password });
}

/** A code of six digits for the email, good for an hour, and what is kept of it. */
export function createCode(user: User) {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  return { code, kept: { hash: hash(user, code), expires: Date.now() + HOUR_MS } };
}

type Occasion = "AdminCreateUser" | "ForgotPassword";

export async function sendCode(pool: UserPool, user: User, to: string, code: string) {
  const words = await wordsOf(pool, user, "ForgotPassword", pool.settings.verification);
  await deliver(pool, to, words, { "{username}": user.username, "{####}": code });
}

type Words = { subject: string; message: string };
const Answer = z.object({
  response: z.object({
    emailSubject: z.nullish(z.string().max(140)),
    emailMessage: z.nullish(z.string().max(20_000)),
  }),
});

/**
 * The pool's own words, unless its function for custom messages has others.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 */
async function wordsOf(pool: UserPool, user: User, occasion: Occasion, own: Words): Promise<Words> {
  const { customMessage } = pool.settings;
  if (customMessage === undefined) return own;
  const event = {
    version: "1",
    region: pool.region,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: "CLIENT_ID_NOT_APPLICABLE" },
    triggerSource: `CustomMessage_${occasion}`,
    request: {
      userAttributes: { sub: user.sub, "cognito:user_status": user.status, ...user.attributes },
      codeParameter: "{####}",
      usernameParameter: occasion === "AdminCreateUser" ? "{username}" : null,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
  let answer: unknown;
  try {
    answer = await pool.trigger(customMessage, arn("cognito-idp", `userpool/${pool.id}`), event);
  } catch (error) {
    throw new AwsError("UserLambdaValidationException", `CustomMessage failed with error ${String(error)}.`);
  }
  const read = Answer.safeParse(answer);
  if (!read.success) throw new AwsError("InvalidLambdaResponseException", "Unrecognizable lambda output");
  const { emailSubject, emailMessage } = read.data.response;
  const places = occasion === "AdminCreateUser" ? ["{####}", "{username}"] : ["{####}"];
  if (emailMessage && !places.every((place) => emailMessage.includes(place)))
    throw new AwsError(
      "InvalidLambdaResponseException",
      `The message has no place for ${places.join(" and ")}.`,
    );
  return { subject: emailSubject ?? own.subject, message: emailMessage ?? own.message };
}

/** CodeMismatchException or ExpiredCodeException unless `code` is the one that was sent last. */
export function checkCode(user: User, code: string): void {
  const kept = user.resetCode;
  if (!kept || kept.expires <= Date.now()) {
    throw new AwsError("ExpiredCodeException", "Invalid code provided, please request a code again.");
  }
  if (!timingSafeEqual(Buffer.from(hash(user, code)), Buffer.from(kept.hash))) throw codeMismatch();
}

export const codeMismatch = () =>
  new AwsError("CodeMismatchException", "Invalid verification code provided, please try again.");

async function deliver(
  pool: UserPool,
  to: string,
  { subject, message }: Words,
  values: Record<string, string>,
): Promise<void> {
  const html = fill(message, values, escapeHtml);
  const text = fill(plain(message), values, String);
  try {
    await pool.sendEmail({ from: pool.settings.from, to, subject, text, html });
  } catch (cause) {
    throw Object.assign(new AwsError("CodeDeliveryFailureException", "Failed to send the message."), {
      cause,
    });
  }
}

function fill(template: string, values: Record<string, string>, write: (value: string) => string): string {
  return template.replaceAll(/\{username\}|\{####\}/g, (place) => write(values[place] ?? place));
}

/** The words of an HTML message, its paragraphs and breaks as lines. */
function plain(html: string): string {
  return html
    .replaceAll(/<head>.*?<\/head>/gis, "")
    .replaceAll(/<br\s*\/?>|<\/(p|div|h\d|li|tr)>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .trim();
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const hash = (user: User, code: string) =>
  createHash("sha256").update(`${user.sub}:${code}`).digest("base64url");
