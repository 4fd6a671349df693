import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { backOffice, press } from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { DueRow } from "./DueRow.tsx";

const client_id = numberedId(1);
const charge = {
  id: numberedId(2),
  client_id,
  client_name: "Umoja",
  client_email: "pay@umoja.example",
  client_phone: "0712 345 678",
  company: "Umoja SACCO",
  service: "Installation",
  frequency: "",
  amount: 5_000,
  next_billing_date: "2026-12-26",
};

async function openRow(more: object = {}) {
  const { wrapper } = backOffice();
  const row = (
    <DueRow
      name="Umoja"
      tone="due-soon"
      renewal={{ ...charge, ...more }}
      sums={{ KES: 500_000 }}
      usual="KES"
    />
  );
  render(
    <main id="content">
      <ul>{row}</ul>
    </main>,
    { wrapper },
  );
  await screen.findByText("Umoja SACCO");
}

async function open(more: object = {}) {
  await openRow(more);
  press("More actions: Umoja");
  return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
}

test("what does not recur has no actions of a subscription, and a payment is for all that the client owes", async () => {
  expect(await open()).toEqual(["Client's page", "WhatsApp"]);
  press("Record payment from Umoja");
  expect(new URLSearchParams(window.location.search).get("pay")).toBe(client_id);
});

test("a subscription can be edited and reminded of, and is paid first", async () => {
  const subscription_id = numberedId(2);
  expect(await open({ subscription_id, frequency: "monthly" })).toEqual([
    "Edit",
    "Send reminder",
    "WhatsApp",
  ]);
  press("Record payment from Umoja");
  expect(new URLSearchParams(window.location.search).get("pay")).toBe(`${client_id}.${subscription_id}`);
});

test("fingers open a sheet with the amount, all actions and the client's page", async () => {
  const isTouch = (media: string) => media === "(pointer: coarse)";
  const { matchMedia } = window;
  window.matchMedia = (media) => ({ ...matchMedia(media), matches: isTouch(media) });
  await openRow({ subscription_id: numberedId(2), frequency: "monthly" });
  expect(screen.queryByRole("button", { name: /^Record payment/ })).toBeNull();
  press("Details of Umoja");
  const sheet = await screen.findByRole("dialog", { name: "Umoja" });
  expect(sheet.textContent).toContain("KES\u00a05,000.00");
  const names = [...sheet.querySelectorAll(".action")].map(({ textContent }) => textContent);
  expect(names).toEqual(["Record payment", "Client's page", "Edit", "Send reminder", "WhatsApp"]);
});
