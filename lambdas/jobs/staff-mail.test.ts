import { ForgotPasswordCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { RawTemplate } from "aws-local";
import { afterEach, expect, test } from "vitest";
import { addDays, dayAt } from "../../shared/day.ts";
import { formatEmailDay } from "../../shared/emails/reminder-text.ts";
import { type Product, startProduct } from "../../test/product/product.ts";
import { companyProfile } from "../../test/product/reminder-product.ts";

let product: Product | undefined;
afterEach(() => product?.stop());

async function start(template: (template: RawTemplate) => RawTemplate = (unchanged) => unchanged) {
  product = await startProduct({ template });
  return product;
}
const mailTo = async (running: Product, email: string, subject = /invitation/) =>
  (await running.inbox()).find((mail) => mail.to.includes(email) && subject.test(mail.subject));

test("an invitation has the site, the company, the user name and the last day; a reset code has the same design", async () => {
  const running = await start();
  const company_name = "Mwamba & Sons <Ltd>";
  const admin = running.callerFor((await running.signIn(await running.createStaff("admin"))).access);
  await admin("POST /api/v1/settings", { body: { ...companyProfile, company_name } });

  const person = await running.invite("staff");
  const invitation = await mailTo(running, person.email);
  expect(invitation?.subject).toBe(`Your invitation to the back-office of ${company_name}`);
  expect(invitation?.html).toContain(`href="${running.site}/admin"`);
  expect(invitation?.html).toContain("Mwamba &amp; Sons &lt;Ltd&gt;");
  expect(invitation?.html).not.toContain("<Ltd>");
  const until = formatEmailDay(addDays(dayAt(Date.now()), 6));
  // A date does not wrap.
  const text = invitation?.text?.replaceAll("\u00a0", " ");
  for (const words of ["Dear Person 2,", person.email, person.password, until]) expect(text).toContain(words);

  const { email } = await running.createStaff("staff");
  await running.cognitoAdmin.send(
    new ForgotPasswordCommand({ ClientId: running.userPoolClientId, Username: email }),
  );
  const reset = await mailTo(running, email, /^Your code for a new password$/);
  expect(reset?.text).toMatch(/Dear Person 3,[\s\S]*\b\d{6}\b[\s\S]*It is valid for one hour/);
  expect(reset?.html).toContain(`href="${running.site}/admin"`);
});

test("an invitation is sent without what cannot be looked up, from our own address if SES sends it", async () => {
  const running = await start((template) => {
    for (const { Type, Properties } of Object.values(template.Resources))
      if (Type === "AWS::Cognito::UserPool")
        Object.assign(Properties ?? {}, {
          EmailConfiguration: { EmailSendingAccount: "DEVELOPER", From: "no-reply@mwamba.example" },
        });
    return JSON.parse(JSON.stringify(template).replaceAll("ssm:GetParameter", "ssm:ListTagsForResource"));
  });
  const person = await running.invite("staff");
  const invitation = await mailTo(running, person.email);
  expect(invitation).toMatchObject({
    from: "no-reply@mwamba.example",
    subject: "Your invitation to the back-office",
  });
  for (const words of ["Dear Person 1,", person.email, person.password])
    expect(invitation?.text).toContain(words);
  expect(invitation?.html).not.toContain("href=");
});
