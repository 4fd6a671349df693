import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import { answerWith, backOffice, fill, press, refuse, sentTo, shows } from "../../../../test/browser/dom.tsx";
import { numberedId, numberedSubscription } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import PricesDialog from "./PricesDialog.tsx";
import type { Entry } from "./portfolio.ts";

const today = "2026-12-24";
const PRICES = "POST /api/v1/subscriptions/prices";
const [first, second] = [1, 2].map(
  (number) => ({ ...numberedSubscription(number), client_name: `Client ${number}` }) as Entry,
) as [Entry, Entry];
const rowOf = ({ id, amount }: Entry) => ({
  subscription_id: id,
  from: "2027-02-01",
  before: amount,
  after: amount + 7,
  currency: "USD",
});
type Sent = { id?: string; ids: string[]; preview?: true };

async function open(answers: object = {}, entries = [first, second]) {
  answerWith({
    "GET /api/v1/settings": { settings: unsavedSettings },
    [PRICES]: ({ id = numberedId(9), ids }: Sent) => ({
      id,
      rows: [first, second].filter((entry) => ids.includes(entry.id)).map(rowOf),
    }),
    ...answers,
  });
  const onClose = vi.fn();
  render(<PricesDialog entries={entries} today={today} usual="USD" onClose={onClose} />, {
    wrapper: backOffice().wrapper,
  });
  await screen.findByLabelText(/^Percent/);
  return { onClose, sent: () => sentTo(PRICES) as Sent[] };
}

test("a percentage is previewed by client, then changed with one id, and taken back in one press", async () => {
  const { sent } = await open();
  fill(/^Percent/, "7");
  press("Preview");
  await shows(/From Feb 1, 2027: .* Each client gets one email, ten minutes from now\./);
  await shows("Client 1");
  expect(sent()).toMatchObject([{ percent: 7, from: "2027-02-01", notify: true, preview: true }]);
  press("Change 2 prices");
  await waitFor(() => expect(announcements.get()?.text).toBe("The prices change on Feb 1, 2027."));
  const [, ...changes] = sent();
  expect(changes.flatMap(({ ids }) => ids).sort()).toEqual([first.id, second.id].sort());
  const [id = "", ...others] = [...new Set(changes.map((change) => change.id))];
  expect([others, changes.some(({ preview }) => preview)]).toEqual([[], false]);

  const TAKE_BACK = `DELETE /api/v1/subscriptions/prices/${id}`;
  answerWith({
    [TAKE_BACK]: {
      id,
      rows: [rowOf(first), { ...rowOf(second), why: "Another price was agreed since." }],
      left: 0,
    },
  });
  announcements.get()?.action?.act();
  await waitFor(() =>
    expect(announcements.get()?.text).toBe("1 price taken back. 1 price had changed since."),
  );
});

test("an amount that is none, a day that is too early for an email, and a refusal of the server change nothing", async () => {
  const { sent } = await open({ [PRICES]: refuse(400, "The new price would be too large.") });
  fill(/^Percent/, "much");
  expect((screen.getByText("Preview").closest("button") as HTMLButtonElement).disabled).toBe(true);
  fill(/^Percent/, "7");
  fill(/^From/, "2026-12-30");
  expect((screen.getByText("Preview").closest("button") as HTMLButtonElement).disabled).toBe(true);
  expect(sent()).toEqual([]);
  fill(/^From/, "2027-03-01");
  press("Preview");
  await shows("The new price would be too large.");
  expect(screen.queryByText(/^Change \d/)).toBeNull();
});

const registered = { "GET /api/v1/settings": { settings: { ...unsavedSettings, vat_registered: true } } };

test("an amount can be typed without VAT if currency and VAT are the same for all", async () => {
  const { sent } = await open(registered);
  fill("Change", "amount");
  fill(/^Amount(?! is)/, "100");
  await shows("$86.21 without VAT");
  fireEvent.click(screen.getByLabelText("Amount is without VAT"));
  press("Preview");
  await waitFor(() => expect(sent()).toMatchObject([{ amount: 116, preview: true }]));
});

test("an amount for subscriptions with different VAT is typed with it", async () => {
  await open(registered, [first, { ...second, vat: "exempt" }]);
  fill("Change", "amount");
  fill(/^Amount(?! is)/, "100");
  await shows("The amount includes VAT.");
  expect(screen.queryByLabelText("Amount is without VAT")).toBeNull();
});
