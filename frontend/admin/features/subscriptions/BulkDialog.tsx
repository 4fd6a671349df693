import { NativeSelect, TextInput } from "@mantine/core";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { priceText } from "../../../../shared/amount.ts";
import { leftOf } from "../../../../shared/billing/account.ts";
import { stateOfDay } from "../../../../shared/billing/renewal-state.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf, formatCents, fromCents } from "../../../../shared/money.ts";
import type { NewClientPayment } from "../../../../shared/payments/client-account.ts";
import {
  futurePaymentProblem,
  type PaymentMethod,
  type Subscription,
} from "../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../api.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { keepMethod, lastMethod } from "../../components/form/last-method.ts";
import { ManyDialog } from "../../components/many/ManyDialog.tsx";
import type { Run } from "../../components/many/use-run.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { latestRows, putRows } from "../../queries/list-query.ts";
import { subscriptionList } from "../../queries/lists.ts";
import { sendLog } from "../../queries/reminders.ts";
import { methodOptions } from "../../rules/payment-form.ts";
import { notSentText } from "../../rules/send-again.ts";
import { renewalNote } from "../../rules/subscription-labels.ts";
import { type BulkAction, bulkChanges, bulkTexts, chargeToPay, planOf, remindedIn } from "./bulk.ts";
import { changeOf, storedOf } from "./form-values.ts";
import type { Entry } from "./portfolio.ts";

type Props = {
  action: BulkAction;
  /** As they were when the dialog opened, so that a retry is about the same periods. */
  entries: readonly Entry[];
  today: Day;
  onClose: (remaining: readonly Entry[] | undefined) => void;
};

/** Runs one action for many subscriptions. */
export default function BulkDialog({ action, entries, today, onClose }: Props) {
  const queryClient = useQueryClient();
  const [payment, setPayment] = useState(() => ({ paid_on: today, method: lastMethod() }));
  const [payments] = useState(() => new Map(entries.map(({ id }) => [id, crypto.randomUUID()])));
  const saved = useRef<Subscription[]>([]);
  // Reminders sent a moment ago count too.
  const log = useQuery({ ...sendLog(today), staleTime: 0, enabled: action === "remind" });
  const ready = action !== "remind" || log.error || (log.data?.complete && !log.isFetching);
  // The run changes the log, so the plan is made once.
  const fixedPlan = useRef<ReturnType<typeof planOf>>(undefined);
  const plan = useMemo(() => {
    if (!fixedPlan.current && ready)
      fixedPlan.current = planOf(action, entries, remindedIn(log.data?.rows ?? []));
    return fixedPlan.current;
  }, [action, entries, ready, log.data]);
  const dateProblem =
    futurePaymentProblem(payment.paid_on, today) ?? (payment.paid_on ? undefined : "Enter a date.");
  const { title, button, noun, done: verb, summary } = bulkTexts[action];
  return (
    <ManyDialog
      title={title}
      button={(rows) => `${button} ${counted(rows.length, noun)}`}
      result={(done) => `${counted(done.length, noun)} ${verb}`}
      noun="subscription"
      {...runOf(queryClient, action, payment, payments, saved.current, today)}
      plan={plan}
      summary={<p>{summary}</p>}
      nameOf={({ client_name, subscription: { service } }) =>
        [client_name, service].filter(Boolean).join(", ")
      }
      detail={(entry) => {
        const { subscription } = entry;
        const charge = action === "pay" || action === "remind" ? chargeToPay(entry) : undefined;
        if (!charge) return priceText(subscription.amount, currencyOf(subscription));
        const note = charge.on_hold ? "on hold" : renewalNote(stateOfDay(charge.due, today));
        return `${formatCents(leftOf(charge), charge.currency)}, ${formatDay(charge.due)}, ${note}`;
      }}
      blocked={action === "pay" && dateProblem !== undefined}
      onProgress={(finished) => showSaved(queryClient, saved.current.splice(0), { finished })}
      onClose={(remaining) => {
        // Somebody else may have changed the refused rows.
        if (remaining?.length) void refresh(queryClient, "subscriptions");
        onClose(remaining);
      }}
    >
      {action === "pay" && (
        <Pair>
          <TextInput
            label="Paid on"
            type="date"
            required
            max={today}
            value={payment.paid_on}
            error={dateProblem}
            onChange={({ currentTarget: { value } }) =>
              setPayment((current) => ({ ...current, paid_on: value }))
            }
          />
          <NativeSelect
            label="Method"
            data={methodOptions}
            value={payment.method}
            onChange={({ currentTarget: { value } }) => {
              keepMethod(value);
              setPayment((current) => ({ ...current, method: value as PaymentMethod }));
            }}
          />
        </Pair>
      )}
    </ManyDialog>
  );
}

/**
 * Runs an action for one subscription so that it can be repeated: a payment has its id and period, a reminder is sent
 * once a day, and a change is skipped if it is already stored. Saved records are added to `saved`.
 */
function runOf(
  queryClient: QueryClient,
  action: BulkAction,
  payment: Pick<NewClientPayment, "paid_on" | "method">,
  /** The ids of new payments, by subscription. */
  payments: ReadonlyMap<string, string>,
  saved: Subscription[],
  today: Day,
): Pick<Run<Entry>, "work" | "prepare"> {
  if (action === "pay")
    return {
      work: async (entry) => {
        const charge = chargeToPay(entry);
        if (!charge) return "nothing is open";
        const amount = fromCents(leftOf(charge));
        const { subscriptions = [] } = await request("POST /api/v1/clients/{id}/payments", {
          params: { id: entry.subscription.client_id },
          body: {
            ...payment,
            id: payments.get(entry.id) ?? "",
            amount,
            currency: charge.currency,
            reference: "",
            to: [{ charge_id: charge.id, amount }],
          },
        });
        saved.push(...subscriptions);
        return undefined;
      },
    };
  if (action === "remind")
    return {
      work: async ({ id }) => {
        const input = { params: { id }, query: { once: "day" } } as const;
        const { reminder } = await request("POST /api/v1/subscriptions/{id}/reminders", input);
        return notSentText(reminder);
      },
    };
  const change = bulkChanges[action];
  const latest = new Map<string, Subscription>();
  return {
    // Somebody else may have saved, or a response got lost.
    prepare: async () => {
      for (const row of await latestRows(queryClient, subscriptionList)) latest.set(row.id, row);
    },
    work: async ({ id, subscription: seen }) => {
      const subscription = latest.get(id) ?? seen;
      const { values, version } = storedOf(subscription, today);
      if (Object.entries(change).every(([name, value]) => values[name as keyof typeof change] === value))
        return undefined;
      const body = { ...changeOf({ ...values, ...change }, subscription, today), version };
      const answer = await request("PUT /api/v1/subscriptions/{id}", { params: { id }, body });
      saved.push(answer.subscription);
      return undefined;
    },
  };
}

/** Shows saved records, and refreshes everything else at the end. */
function showSaved(
  queryClient: QueryClient,
  saved: readonly Subscription[],
  { finished }: { finished: boolean },
): void {
  if (saved.length > 0) putRows(queryClient, subscriptionList, saved);
  if (!finished) return;
  void refresh(queryClient, "payments", "dashboard", "reminders");
  void refreshIndexed(queryClient, "client");
}
