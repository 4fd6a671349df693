import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import type { CustomMessageTriggerEvent } from "aws-lambda";
import { dayAt } from "../../shared/day.ts";
import type { Email } from "../../shared/emails/email.ts";
import { type About, invitationDays, invitationEmail, resetCodeEmail } from "../../shared/emails/to-staff.ts";
import { StaffName } from "../../shared/staff.ts";
import { variable } from "../environment.ts";
import { logFailure } from "../log.ts";
import * as settings from "../settings/store.ts";

// The user pool waits five seconds for an answer.
const ssm = new SSMClient({
  maxAttempts: 2,
  requestHandler: { requestTimeout: 1_000, connectionTimeout: 500, throwOnRequestTimeout: true },
});

/**
 * The words of what the user pool mails to staff. What cannot be looked up is left out of the email: an invitation
 * without the company's name is better than none. Emails without words here keep the pool's own.
 */
export async function handler(event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> {
  const email = await emailFor(event);
  if (!email) return event;
  return {
    ...event,
    response: { ...event.response, emailSubject: email.subject, emailMessage: email.html },
  };
}

async function emailFor(event: CustomMessageTriggerEvent): Promise<Email | undefined> {
  const { triggerSource, request } = event;
  const { codeParameter, usernameParameter, userAttributes } = request;
  if (triggerSource === "CustomMessage_AdminCreateUser") {
    // The pool tells no time, so this is the clock of the function itself.
    const until = dayAt(Date.now() + (invitationDays - 1) * 24 * 3_600_000);
    return invitationEmail(await about(userAttributes), until, usernameParameter ?? undefined, codeParameter);
  }
  if (triggerSource === "CustomMessage_ForgotPassword")
    return resetCodeEmail(await about(userAttributes), codeParameter);
  return undefined;
}

async function about(attributes: Record<string, string>): Promise<About> {
  const name = StaffName.safeParse(attributes.name ?? "");
  const [company, site] = await Promise.all([
    orNothing("company not read", async () => (await settings.get()).company_name),
    orNothing("site not read", async () => {
      const { Parameter } = await ssm.send(new GetParameterCommand({ Name: variable("SITE_PARAMETER") }));
      return Parameter?.Value ?? "";
    }),
  ]);
  return { name: name.success ? name.data : "", company, site };
}

async function orNothing(what: string, read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    logFailure(what, error);
    return "";
  }
}
