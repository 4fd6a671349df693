import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { arn, REGION } from "../template/resource-names.ts";
import type { UserPool } from "./pool.ts";
import type { User } from "./records.ts";

type MessageKind = "AdminCreateUser" | "ForgotPassword";

export async function sendSecret(pool: UserPool, user: User, to: string, kind: MessageKind, secret: string) {
  const values: Record<string, string> = {
    "{username}": kind === "AdminCreateUser" ? to : user.username,
    "{####}": secret,
  };
  const { subject, message } = await messageFor(pool, user, kind);
  const fill = (text: string, format: (value: string) => string) =>
    text.replaceAll(/\{username\}|\{####\}/g, (placeholder) => format(values[placeholder] ?? placeholder));
  const html = fill(message, (value) => replaceEach(value, htmlEscapes));
  pool.sendEmail({ from: pool.settings.from, to, subject, text: fill(htmlToText(message), String), html });
}

const OptionalText = z.nullish(z.string());
const TriggerResult = z.object({
  response: z.object({ emailSubject: OptionalText, emailMessage: OptionalText }),
});

/**
 * The pool's message template, or the result of its custom message trigger.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 */
async function messageFor(pool: UserPool, user: User, kind: MessageKind) {
  const { customMessage, messages } = pool.settings;
  const template = messages[kind];
  if (customMessage === undefined) return template;
  const event = {
    version: "1",
    region: REGION,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: "CLIENT_ID_NOT_APPLICABLE" },
    triggerSource: `CustomMessage_${kind}`,
    request: {
      userAttributes: { sub: user.sub, "cognito:user_status": user.status, ...user.attributes },
      codeParameter: "{####}",
      usernameParameter: kind === "AdminCreateUser" ? "{username}" : null,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
  const result = await pool
    .trigger(customMessage, arn("cognito-idp", `userpool/${pool.id}`), event)
    .catch((error: unknown) => {
      const message = `CustomMessage failed with error ${String(error)}.`;
      throw new AwsError("UserLambdaValidationException", message);
    });
  const { success, data } = TriggerResult.safeParse(result);
  if (!success) throw new AwsError("InvalidLambdaResponseException", "Unrecognizable lambda output");
  const { emailSubject, emailMessage } = data.response;
  return { subject: emailSubject ?? template.subject, message: emailMessage ?? template.message };
}

const htmlEscapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const htmlEntities = { "&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

const htmlToText = (html: string) =>
  replaceEach(
    html
      .replaceAll(/<head>.*?<\/head>/gis, "")
      .replaceAll(/<br\s*\/?>|<\/(p|div|h\d|li|tr)>/gi, "\n")
      .replaceAll(/<[^>]*>/g, ""),
    htmlEntities,
  ).trim();

const replaceEach = (text: string, table: Record<string, string>) =>
  Object.entries(table).reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);
