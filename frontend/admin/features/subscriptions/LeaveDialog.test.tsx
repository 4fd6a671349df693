import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, backOffice, fill, press, refuse, sentTo, shows } from "../../../../test/browser/dom.tsx";
import { numberedClient, numberedId, numberedSubscription } from "../../../../test/product/plan-file.ts";
import LeaveDialog from "./LeaveDialog.tsx";

const today = "2026-12-24";
const client = numberedClient(1);
const [first, second] = [numberedSubscription(1), numberedSubscription(2)];
const put = ({ id }: { id: string }) => `PUT /api/v1/subscriptions/${id}`;

test("one refused subscription does not stop the others, and a repeat goes on with it alone", async () => {
  let stored = [first, second];
  let closed = false;
  const preview = {
    next_billing_date: "2026-12-31",
    changes: [],
    stays: [],
    paid_ahead: {},
    credited: {},
    credit_notes: {},
  };
  answerWith({
    [`GET /api/v1/clients/${client.id}`]: () => ({
      client,
      subscriptions: stored,
      figures: { currency: "USD" },
      today,
      unreadable: 0,
    }),
    [`GET /api/v1/clients/${client.id}/account`]: {
      charges: [],
      payments: [],
      credit: [],
      owed: [],
      today,
      unreadable: 0,
    },
    [`POST /api/v1/subscriptions/${first.id}/preview`]: { ...preview, credit_notes: { KES: 116 } },
    [`POST /api/v1/subscriptions/${second.id}/preview`]: preview,
    [put(first)]: (body: object) => {
      const subscription = { ...first, ...body, version: 9 };
      stored = [subscription, second];
      return { subscription };
    },
    [put(second)]: refuse(409, "Somebody else changed it."),
  });
  const close = () => {
    closed = true;
  };
  render(<LeaveDialog id={numberedId(1)} onClose={close} />, { wrapper: backOffice().wrapper });
  await shows("Ends: Service 1, Service 2.");
  await shows("Nothing");
  expect(screen.queryByText("Credit left")).toBe(null);
  await shows(/Credit notes for KES.116\.00 are written: the periods that go are on invoices\./);
  fill(/^Last day/, "2027-03-31");
  fill("Reason", "price");
  press("Agree the last day");
  await shows("1 subscription saved, 1 not. Save again for the others.");
  await shows("Service 2: Somebody else changed it.");
  expect(closed).toBe(false);
  answerWith({ [put(second)]: { subscription: { ...second, ends_on: "2027-03-31", version: 9 } } });
  press("Agree the last day");
  await waitFor(() => expect(closed).toBe(true));
  expect(sentTo(put(first))).toHaveLength(1);
  expect(sentTo(put(second)).at(-1)).toMatchObject({
    ends_on: "2027-03-31",
    end_reason: "price",
    version: second.version,
  });
});
