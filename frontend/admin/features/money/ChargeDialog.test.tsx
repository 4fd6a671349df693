import { render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import {
  answerWith,
  backOffice,
  field,
  fill,
  loseResponse,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import ChargeDialog from "./ChargeDialog.tsx";

const id = numberedId(1);
const ADD = `POST /api/v1/clients/${id}/charges`;
const today = "2026-12-24";

async function open(more: object = {}) {
  const page = {
    client: { id, name: "Amani", ...more },
    subscriptions: [],
    figures: { currency: "KES" },
    today,
  };
  answerWith({ [`GET /api/v1/clients/${id}`]: page });
  const onClose = vi.fn();
  render(<ChargeDialog value={id} onClose={onClose} />, { wrapper: backOffice().wrapper });
  await screen.findByLabelText(/^Service/);
  return onClose;
}

const charge = {
  id: numberedId(3),
  service: "Installation",
  due: today,
  currency: "KES",
  amount: 15_000,
  paid: 0,
  state: "open",
};

test("a charge begins with the client's currency and today, and is removed again by Undo", async () => {
  const REMOVE = `DELETE /api/v1/clients/${id}/charges/${charge.id}`;
  answerWith({ [ADD]: { charge }, [REMOVE]: { owed: [] } });
  const onClose = await open();
  expect([field("Currency").value, field(/^Due/).value]).toEqual(["KES", today]);
  fill(/^Service/, "Installation");
  fill(/^Amount/, "15,000");
  press("Add charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const body = { service: "Installation", amount: 15_000, currency: "KES", due: today };
  expect(sentTo(ADD)).toEqual([{ ...body, id: expect.any(String) }]);
  const said = announcements.get();
  expect(said?.text).toMatch(/^Installation was charged: KES.15,000\.00, due Dec 24, 2026\.$/);
  said?.action?.act();
  await waitFor(() => expect(announcements.get()?.text).toBe("The charge was removed."));
  expect(sentTo(REMOVE)).toHaveLength(1);
});

test("a registered company says the VAT of a charge, which begins with that of the client", async () => {
  answerWith({
    [ADD]: { charge },
    "GET /api/v1/settings": { settings: { ...unsavedSettings, vat_registered: true } },
  });
  const onClose = await open({ vat: "zero" });
  await waitFor(() => expect(field("VAT").value).toBe("zero"));
  fill(/^Service/, "Installation");
  fill(/^Amount \(/, "15,000");
  await shows("Zero-rated: no VAT is in it.");
  fill("VAT", "exempt");
  press("Add charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(ADD)).toMatchObject([{ amount: 15_000, vat: "exempt" }]);
});

test("an undo that is refused says what to do instead", async () => {
  const instead = "The client was told about it. It stays on the statement: waive it instead.";
  answerWith({
    [ADD]: { charge },
    [`DELETE /api/v1/clients/${id}/charges/${charge.id}`]: refuse(409, instead),
  });
  const onClose = await open();
  fill(/^Service/, "Installation");
  fill(/^Amount/, "15000");
  press("Add charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  announcements.get()?.action?.act();
  await waitFor(() => expect(announcements.get()?.text).toBe(instead));
});

test("a missing service, no amount and a day too far ahead are refused under their fields", async () => {
  await open();
  fill(/^Due/, "2031-12-25");
  press("Add charge");
  await shows("Please say what it is for.");
  await shows("Please give an amount of more than 0.");
  await shows(/at most five years ahead/);
  fill(/^Due/, "");
  press("Add charge");
  await shows("Enter the day on which it is due.");
  expect(sentTo(ADD)).toEqual([]);
});

test("a currency in the amount is chosen, and a repeat after a lost response has the same id", async () => {
  answerWith({ [ADD]: loseResponse });
  await open();
  fill(/^Service/, "Training");
  fill(/^Amount/, "$100");
  for (const times of [1, 2]) {
    press("Add charge");
    await waitFor(() => expect(sentTo(ADD)).toHaveLength(times));
    await shows("An error occurred while adding the charge");
    await screen.findByText("Add charge", { selector: "button *" });
  }
  const [first, second] = sentTo(ADD);
  expect(first).toMatchObject({ amount: 100, currency: "USD" });
  expect(second).toEqual(first);
});
