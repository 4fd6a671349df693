import { expect, test } from "vitest";
import { type ActivityEntry, ActivityKind } from "../../../../shared/activity/activity.ts";
import { clientSentences } from "../../../../test/activity/client-sentences.ts";
import { officeSentences } from "../../../../test/activity/office-sentences.ts";
import { client, type Entry, message } from "../../../../test/activity/sample-entries.ts";
import { sentenceOfSeveral } from "../../features/activity/sentences-of-several.ts";
import { differences, valueLines } from "./changes.ts";
import { sentenceOf, sentenceText } from "./sentences.ts";

const sentence = (entry: Entry) =>
  sentenceText(sentenceOf({ name: "Grace", ...entry })).replaceAll("\u00a0", " ");

const cases = [...clientSentences, ...officeSentences];

test.each(cases)("%j", (entry, text) => {
  expect(sentence(entry)).toBe(`Grace ${text}`);
});

test("every kind has a sentence", () => {
  const kinds = new Set(cases.map(([{ kind }]) => kind));
  expect(
    [...ActivityKind.options, "note"].filter((kind) => !kinds.has(kind as ActivityEntry["kind"])),
  ).toEqual([]);
});

test("a client's name is a link, a removed client's is not", () => {
  expect(sentenceOf({ name: "Grace", kind: "client-exported", ...client })).toContainEqual(client);
  const { client_id } = client;
  expect(sentenceOf({ name: "Grace", kind: "client-exported", client_id })).toEqual([
    "Grace ",
    "downloaded all data of ",
    "a removed client",
  ]);
});

test("several changes of one person have one sentence, by kind or by record", () => {
  const several = (...entries: [Entry, ...Entry[]]) =>
    sentenceText(
      sentenceOfSeveral(
        entries.map((entry) => ({ name: "Grace", ...entry })) as [ActivityEntry, ...ActivityEntry[]],
      ),
    );
  const otherClient = { client_id: "5c8a3f0e-0000-4000-8000-000000000009", client_name: "Amani" };
  const recorded = { kind: "payment-recorded" as const, ...client };
  const changed = { kind: "client-changed" as const, ...client };
  expect(several(recorded, { ...recorded, ...otherClient })).toBe("Grace recorded 2 payments");
  expect(several(recorded, recorded)).toBe("Grace recorded 2 payments from Umoja SACCO");
  expect(several(recorded, changed)).toBe("Grace made 2 changes to Umoja SACCO");
  expect(several(changed, changed)).toBe("Grace made 2 changes to Umoja SACCO");
  expect(several(changed, { ...changed, ...otherClient })).toBe("Grace changed 2 clients");
  expect(several({ kind: "settings-changed" }, { kind: "settings-changed" })).toBe(
    "Grace made 2 changes to Settings",
  );
  const moved = { kind: "message-moved" as const, ...message };
  expect(several(moved, { ...moved, kind: "message-assigned" })).toBe(
    "Grace made 2 changes to the message from Achieng",
  );
  const invited = { kind: "staff-invited" as const, member: "Otieno" };
  expect(several(invited, { ...invited, member: "Kim" })).toBe("Grace invited 2 people");
});

test("an undone payment shows its method as on other screens", () => {
  const before = { amount: 30, currency: "KES", paid_on: "2026-12-18", method: "mpesa" };
  expect(differences({ kind: "payment-undone", before })).toContain("Method: M-Pesa");
  expect(differences({ kind: "payment-recorded", after: before })).toEqual([
    "Paid on: Dec 18, 2026",
    "Method: M-Pesa",
    "Amount: KES\u00a030.00",
  ]);
});

test("a switch that was never set is off, and is no change when it is switched off", () => {
  const change = {
    kind: "subscription-changed" as const,
    before: { amount: 10 },
    after: { amount: 12, muted: false },
  };
  expect(differences(change)).toEqual(["Amount: $10.00 → $12.00"]);
  expect(differences({ kind: "client-changed", before: {}, after: { muted: true } })).toEqual([
    "Reminders muted: no → yes",
  ]);
  expect(differences({ kind: "client-changed", before: { muted: true }, after: {} })).toEqual([
    "Reminders muted: yes → no",
  ]);
});

test("a changed charge shows its new values, and no change of currency", () => {
  const after = { period: "2026-10-10", waived: true, reason: "Gift", currency: "KES" };
  expect(differences({ kind: "charge-changed", after })).toEqual(["Due: Oct 10, 2026", "Reason: Gift"]);
  expect(
    differences({ kind: "charge-changed", after: { period: "2026-10-10", amount: 700, currency: "KES" } }),
  ).toEqual(["Due: Oct 10, 2026", "Amount: KES\u00a0700.00"]);
});

test.each([
  ["reduced", "reduced, credit note"],
  ["not_collectible", "cannot be collected"],
])("a lowered charge that is on an invoice says that it was %s", (why, said) => {
  const after = { period: "2026-10-10", waived: true, amount: 5, currency: "USD", reason: "Gift", why };
  expect(sentence({ kind: "charge-changed", ...client, after })).toBe(
    `Grace waived $5.00 of the period due Oct 10, 2026 of Umoja SACCO: Gift (${said})`,
  );
  expect(differences({ kind: "charge-changed", after })).toContain(`On the invoice: ${said}`);
});

test("the exported values of a change are values, not changes", () => {
  expect(valueLines("client-changed", { phone: "0711" })).toBe("Phone: 0711");
});
