import { SESClient, SendEmailCommand } from "@aws-sdk/client-ses";

const ses = new SESClient({
  requestHandler: { requestTimeout: 5_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

export type Letter = { subject: string; text: string; html: string };

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

function setting(name: "MAIL_FROM" | "MAIL_CONFIGURATION_SET"): string {
  const value = process.env[name];
  if (!value) throw new Error(`This function was not given ${name}.`);
  return value;
}

/** Hands a letter to the mail service and returns the service's id for it. */
export async function send(letter: Letter, to: string, replyTo?: string): Promise<string> {
  const { MessageId } = await ses.send(
    new SendEmailCommand({
      Source: setting("MAIL_FROM"),
      ConfigurationSetName: setting("MAIL_CONFIGURATION_SET"),
      Destination: { ToAddresses: [to] },
      ReplyToAddresses: replyTo ? [replyTo] : [],
      Message: {
        Subject: utf8(letter.subject),
        Body: { Text: utf8(letter.text), Html: utf8(letter.html) },
      },
    }),
  );
  if (!MessageId) throw new Error("The mail service gave no id for the letter.");
  return MessageId;
}
