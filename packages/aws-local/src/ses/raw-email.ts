import PostalMime from "postal-mime";

const parameterOf: Record<string, string> = {
  ...{ from: "Source", "reply-to": "ReplyToAddresses.member.1", subject: "Message.Subject.Data" },
};

/** SendRawEmail's parameters as those of SendEmail; the message's other headers are `Header.name`. */
export async function readRawEmail(form: Record<string, string>): Promise<Record<string, string>> {
  const { "RawMessage.Data": data = "", ...rest } = form;
  const { headers, text = "", html = "" } = await PostalMime.parse(Buffer.from(data, "base64"));
  return {
    ...Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [
        name.replace(/^Dest\w+/, "Destination.ToAddresses"),
        value,
      ]),
    ),
    ...Object.fromEntries(headers.map(({ key, value }) => [parameterOf[key] ?? `Header.${key}`, value])),
    ...{ "Message.Body.Text.Data": text, "Message.Body.Html.Data": html },
  };
}
