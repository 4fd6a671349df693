import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import type { CustomMessageTriggerEvent } from "aws-lambda";
import { dayAt } from "../../shared/day.ts";
import type { Email } from "../../shared/emails/email.ts";
import {
  INVITATION_DAYS,
  invitationEmail,
  resetCodeEmail,
  type StaffEmailFacts,
} from "../../shared/emails/to-staff.ts";
import { StaffName } from "../../shared/staff/staff.ts";
import { variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";
import * as settings from "../stores/settings-store.ts";

// The user pool waits five seconds for this function.
const ssm = new SSMClient({
  maxAttempts: 2,
  requestHandler: { requestTimeout: 1_000, connectionTimeout: 500, throwOnRequestTimeout: true },
});

/**
 * Writes the invitations and reset codes that the user pool sends; other emails keep the pool's text. A failed lookup
 * leaves a part out: an invitation without the company's name is better than none.
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
    // The event has no time.
    const until = dayAt(Date.now() + (INVITATION_DAYS - 1) * 24 * 3_600_000);
    return invitationEmail(await about(userAttributes), until, usernameParameter ?? undefined, codeParameter);
  }
  if (triggerSource === "CustomMessage_ForgotPassword")
    return resetCodeEmail(await about(userAttributes), codeParameter);
  return undefined;
}

async function about(attributes: Record<string, string>): Promise<StaffEmailFacts> {
  const name = StaffName.safeParse(attributes.name ?? "");
  const [company, site] = await Promise.all([
    orEmpty("company not read", async () => (await settings.get()).company_name),
    orEmpty("site not read", async () => {
      const { Parameter } = await ssm.send(new GetParameterCommand({ Name: variable("SITE_PARAMETER") }));
      return Parameter?.Value ?? "";
    }),
  ]);
  return { name: name.success ? name.data : "", company, site };
}

async function orEmpty(what: string, read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    logFailure(what, error);
    return "";
  }
}
