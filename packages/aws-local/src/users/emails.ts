import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { arn, REGION } from "../template/resource-names.ts";
import type { UserPool } from "./pool.ts";
import type { User } from "./records.ts";

type Occasion = "AdminCreateUser" | "ForgotPassword";

/** Mails a person their temporary password or a code, in the pool's own words. */
export async function sendSecret(
  pool: UserPool,
  user: User,
  to: string,
  occasion: Occasion,
  secret: string,
): Promise<void> {
  const values: Record<string, string> = {
    "{username}": occasion === "AdminCreateUser" ? to : user.username,
    "{####}": secret,
  };
  const { subject, message } = await wordsOf(pool, user, occasion);
  const fill = (text: string, write: (value: string) => string) =>
    text.replaceAll(/\{username\}|\{####\}/g, (place) => write(values[place] ?? place));
  const html = fill(message, (value) => replaceAll(value, escapes));
  pool.sendEmail({ from: pool.settings.from, to, subject, text: fill(plain(message), String), html });
}

const Text = z.nullish(z.string());
const Answer = z.object({ response: z.object({ emailSubject: Text, emailMessage: Text }) });

/**
 * The pool's own words, unless its function for custom messages has others.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 */
async function wordsOf(pool: UserPool, user: User, occasion: Occasion) {
  const { customMessage, words } = pool.settings;
  const own = words[occasion];
  if (customMessage === undefined) return own;
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
      usernameParameter: occasion === "AdminCreateUser" ? "{username}" : null,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
  const answer = await pool
    .trigger(customMessage, arn("cognito-idp", `userpool/${pool.id}`), event)
    .catch((error: unknown) => {
      const message = `CustomMessage failed with error ${String(error)}.`;
      throw new AwsError("UserLambdaValidationException", message);
    });
  const { success, data } = Answer.safeParse(answer);
  if (!success) throw new AwsError("InvalidLambdaResponseException", "Unrecognizable lambda output");
  const { emailSubject, emailMessage } = data.response;
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
