import { afterAll, expect, test } from "vitest";
import { synthesizeApp } from "../../infra/checks/synthesize.ts";
import { startNameServer } from "../../test/product/name-server.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

const dns = await startNameServer();
afterAll(dns.stop);
const domain = "www.mwamba.example";
const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/1";
const { app } = synthesizeApp({ name: "prod", domain, certificateArn });
const office = staffedProduct({
  assembly: app.synth().directory,
  template(template) {
    for (const { Type, Properties } of Object.values(template.Resources))
      if (Type === "AWS::Lambda::Function" && Properties?.Environment)
        Object.assign((Properties.Environment as { Variables: object }).Variables, {
          DNS_SERVER: dns.address,
        });
    return template;
  },
});

const dkimRecords = ["one", "two", "three"].map((token) => ({
  name: `${token}._domainkey.mwamba.example`,
  type: "CNAME" as const,
  data: `${token}.dkim.amazonses.com`,
}));
const mailFromRecord = {
  name: "bounces.mwamba.example",
  type: "MX" as const,
  data: { preference: 10, exchange: "feedback-smtp.eu-west-1.amazonses.com" },
};
const text = (name: string, data: string) => ({ name, type: "TXT" as const, data });
const sending = text("bounces.mwamba.example", "v=spf1 include:amazonses.com ~all");
const policy = text("_dmarc.mwamba.example", "v=DMARC1; p=none");

const setSesVerified = (all: boolean) =>
  fetch(`${office.product.mail}/faults`, { method: "PUT", body: JSON.stringify({ dnsEmpty: !all }) });
const states = async () => {
  const { body } = await office.asStaff("GET /api/v1/reminders/sender");
  return body.checks.map(({ check, state }) => `${check} ${state}`);
};

test("the sender’s domain is checked with SES and in the DNS", async () => {
  dns.setRecords(sending, policy);
  expect((await office.asStaff("GET /api/v1/reminders/sender")).body).toEqual({
    address: "no-reply@mwamba.example",
    domain: "mwamba.example",
    checks: ["dkim", "mail_from", "spf", "dmarc"].map((check) =>
      expect.objectContaining({ check, state: "fine" }),
    ),
  });

  await setSesVerified(false);
  // Each check names the records that belong in the DNS.
  dns.setRecords(...dkimRecords, sending);
  expect((await office.asStaff("GET /api/v1/reminders/sender")).body.checks).toMatchObject([
    { state: "waiting", records: dkimRecords.map(({ name, type, data }) => ({ name, type, value: data })) },
    {
      state: "missing",
      records: [
        {
          name: "bounces.mwamba.example",
          type: "MX",
          value: "10 feedback-smtp.eu-west-1.amazonses.com",
        },
      ],
    },
    { state: "fine" },
    {
      state: "missing",
      records: [{ name: "_dmarc.mwamba.example", type: "TXT", value: "v=DMARC1; p=none" }],
    },
  ]);
  dns.setRecords(...dkimRecords, mailFromRecord, sending, text("bounces.mwamba.example", "v=spf1 -all"));
  expect(await states()).toEqual(["dkim waiting", "mail_from waiting", "spf several", "dmarc missing"]);
  dns.setRecords(
    dkimRecords[0] as (typeof dkimRecords)[0],
    sending,
    policy,
    text("_dmarc.mwamba.example", "v=DMARC1; p=reject"),
  );
  expect(await states()).toEqual(["dkim missing", "mail_from missing", "spf fine", "dmarc several"]);
  // Another TXT record at that name is not a policy.
  dns.setRecords(text("_dmarc.mwamba.example", "google-site-verification=1"));
  expect(await states()).toContain("dmarc missing");

  dns.stopAnswering();
  expect(await states()).toEqual(["dkim unknown", "mail_from unknown", "spf unknown", "dmarc unknown"]);
});

test("an invitation leads to the site of its stage", async () => {
  const { email } = await office.product.invite("staff");
  const invitation = (await office.product.inbox()).find(({ to }) => to.includes(email));
  expect(invitation?.html).toContain(`href="https://${domain}/admin"`);
});
