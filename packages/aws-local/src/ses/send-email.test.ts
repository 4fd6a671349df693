import type { SendEmailCommandInput } from "@aws-sdk/client-ses";
import { expect, test } from "vitest";
import { email, startSes, subjectAndText } from "../../test/ses-under-test.ts";

test("an unverified sender is refused with its address and region", async () => {
  const { ses, emails } = await startSes();
  await expect(ses.send(email({ Source: "x@client.example" }))).rejects.toMatchObject({
    name: "MessageRejected",
    message:
      "Email address is not verified. The following identities failed the check in region EU-WEST-1: x@client.example",
  });
  for (const Source of ["any@example.org", "any@mail.example.org", "no-reply+one@example.com"])
    await ses.send(email({ Source }));
  for (const Source of ["other@example.com", "NO-REPLY@example.com", "x@notexample.org"])
    await expect(ses.send(email({ Source }))).rejects.toThrow("not verified");
  expect(await emails()).toHaveLength(3);
});

test("in the sandbox, recipients must be verified too, except the simulator's", async () => {
  const { ses, faults } = await startSes();
  await faults({ sandbox: ["known@client.example"] });
  await expect(ses.send(email())).rejects.toThrow("region EU-WEST-1: jane@client.example");
  const unknownCopy = { ToAddresses: ["known@client.example"], CcAddresses: ["Anna <anna@client.example>"] };
  await expect(ses.send(email({ Destination: unknownCopy }))).rejects.toThrow(": anna@client.example");
  await ses.send(
    email({
      Destination: {
        ToAddresses: ["a@example.org", "known@client.example", "success@simulator.amazonses.com"],
      },
    }),
  );
});

const injection = "jane@client.example\r\nBcc: all@client.example";

test.each<[string, Partial<SendEmailCommandInput>, string]>([
  ["no recipients", { Destination: {} }, "Missing required header 'To'."],
  ["no domain", { Destination: { ToAddresses: ["jane"] } }, "Illegal address"],
  ["an empty domain", { Destination: { ToAddresses: ["jane@"] } }, "Illegal address"],
  ["no local part", { Destination: { ToAddresses: ["@client.example"] } }, "Illegal address"],
  ["a final dot", { Destination: { ToAddresses: ["jane@client.example."] } }, "Illegal address"],
  ["a space", { Destination: { ToAddresses: ["jane doe@client.example"] } }, "Illegal address"],
  ["two addresses in one", { Destination: { ToAddresses: ["a@b.example, c@d.example"] } }, "Illegal address"],
  [
    "a line break after an address",
    { Destination: { ToAddresses: ["jane@client.example\r\n"] } },
    "contains control or whitespace",
  ],
  [
    "a line break in an address",
    { Destination: { ToAddresses: [injection] } },
    "contains control or whitespace",
  ],
  ["a line break in a name", { Source: "A\nB <no-reply@example.com>" }, "contains control or whitespace"],
  ["a line break in a reply address", { ReplyToAddresses: [injection] }, "contains control or whitespace"],
  [
    "a line break in the subject",
    subjectAndText("a\r\nBcc: all@client.example", "text"),
    "'Subject' contains control characters",
  ],
  ["an empty body", subjectAndText("a", ""), "Message body empty"],
])("refuses %s", async (_, change, message) => {
  const { ses, emails } = await startSes();
  await expect(ses.send(email(change))).rejects.toMatchObject({
    name: "InvalidParameterValue",
    message: expect.stringContaining(message),
  });
  expect(await emails()).toEqual([]);
});

test("a configuration set that does not exist is refused", async () => {
  const { ses } = await startSes();
  await expect(ses.send(email({ ConfigurationSetName: "none" }))).rejects.toMatchObject({
    name: "ConfigurationSetDoesNotExistException",
    message: "Configuration set <none> does not exist.",
  });
});
