import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { arn, REGION } from "../template/resource-names.ts";
import type { UserPool } from "./pool.ts";
import type { User } from "./records.ts";

/** Invites a person with the pool's own words. */
export const sendInvitation = (pool: UserPool, user: User, to: string, password: string) =>
  send(pool, user, to, "AdminCreateUser", { "{username}": to, "{####}": password });

export const sendCode = (pool: UserPool, user: User, to: string, code: string) =>
  send(pool, user, to, "ForgotPassword", { "{username}": user.username, "{####}": code });

type Occasion = "AdminCreateUser" | "ForgotPassword";

async function send(
  pool: UserPool,
  user: User,
  to: string,
  occasion: Occasion,
  values: Record<string, string>,
): Promise<void> {
  const { subject, message } = await wordsOf(pool, user, occasion);
  const fill = (text: string, write: (value: string) => string) =>
    text.replaceAll(/\{username\}|\{####\}/g, (place) => write(values[place] ?? place));
  const html = fill(message, (value) => replaceAll(value, escapes));
  try {
    await pool.sendEmail({ from: pool.settings.from, to, subject, text: fill(plain(message), String), html });
  } catch (cause) {
    throw Object.assign(new AwsError("CodeDeliveryFailureException", "Failed to send the message."), {
      cause,
    });
  }
}

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
async function wordsOf(pool: UserPool, user: User, occasion: Occasion) {
  const { customMessage, words } = pool.settings;
  const own = words[occasion];
  if (customMessage === undefined) return own;
  const places = occasion === "AdminCreateUser" ? ["{####}", "{username}"] : ["{####}"];
  const event = {
    version: "1",
    region: REGION,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: "CLIENT_ID_NOT_APPLICABLE" },
    triggerSource: `CustomMessage_${occasion}`,
    request: {
      userAttributes: { sub: user.sub, "cognito:user_status": user.status, ...user.attributes },
      codeParameter: "{####}",
      usernameParameter: places[1] ?? null,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
  const answer = await pool
    .trigger(customMessage, arn("cognito-idp", `userpool/${pool.id}`), event)
    .catch((error: unknown) => {
      const message = `CustomMessage failed with error ${String(error)}.`;
      throw new AwsError("UserLambdaValidationException", message);
    });
  const refuse = (reason: string) => new AwsError("InvalidLambdaResponseException", reason);
  const read = Answer.safeParse(answer);
  if (!read.success) throw refuse("Unrecognizable lambda output");
  const { emailSubject, emailMessage } = read.data.response;
  if (emailMessage && !places.every((place) => emailMessage.includes(place)))
    throw refuse(`The message has no place for ${places.join(" and ")}.`);
  return { subject: emailSubject ?? own.subject, message: emailMessage ?? own.message };
}

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const entities = { "&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** The words of an HTML message, its paragraphs and breaks as lines. */
const plain = (html: string) =>
  replaceAll(
    html
      .replaceAll(/<head>.*?<\/head>/gis, "")
      .replaceAll(/<br\s*\/?>|<\/(p|div|h\d|li|tr)>/gi, "\n")
      .replaceAll(/<[^>]*>/g, ""),
    entities,
  ).trim();

const replaceAll = (text: string, table: Record<string, string>) =>
  Object.entries(table).reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);
