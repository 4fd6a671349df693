import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf, fromCents, leftCents } from "../../../../shared/money.ts";
import { wasSent } from "../../../../shared/reminders/reminder.ts";
import {
  futurePaymentProblem,
  type PaymentMethod,
  type Subscription,
} from "../../../../shared/subscriptions/subscription.ts";
import { ManyDialog } from "../../components/many/ManyDialog.tsx";
import { priceText } from "../../labels/amount.ts";
import { renewalNote } from "../../labels/billing.ts";
import { formatDay } from "../../labels/dates.ts";
import { methodOptions } from "../../labels/payments.ts";
import { refresh } from "../../queries/cache.ts";
import { sendLog } from "../../queries/reminders.ts";
import { runOf, showSaved } from "./bulk-actions.ts";
import { type BulkAction, planOf } from "./bulk-plan.ts";
import type { Entry } from "./portfolio.ts";

type Words = { title: string; button: string; noun: string; done: string; summary: string };

const words: Record<BulkAction, Words> = {
  pay: {
    title: "Record payments",
    button: "Record",
    noun: "payment",
    done: "recorded",
    summary:
      "Records a payment of the rest of each due period. The billing date moves on by one period. If receipts are switched on, each client gets one.",
  },
  remind: {
    title: "Send reminders",
    button: "Send",
    noun: "reminder",
    done: "sent",
    summary: "Each client gets an email about the due period, at most one a day. This cannot be undone.",
  },
  mute: {
    title: "Mute reminders",
    button: "Mute",
    noun: "subscription",
    done: "muted",
    summary: "The daily run sends no reminders for these until you unmute them.",
  },
  unmute: {
    title: "Unmute reminders",
    button: "Unmute",
    noun: "subscription",
    done: "unmuted",
    summary: "The daily run sends reminders for these again.",
  },
  pause: {
    title: "Pause subscriptions",
    button: "Pause",
    noun: "subscription",
    done: "paused",
    summary:
      "Nothing is due and no reminders are sent until these are active again. Their dates do not change.",
  },
  resume: {
    title: "Resume subscriptions",
    button: "Resume",
    noun: "subscription",
    done: "resumed",
    summary: "These are active again. Their dates do not change: past dates are overdue.",
  },
};

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
  const [payment, setPayment] = useState({ paid_on: today, method: "" });
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
  const { summary, ...texts } = words[action];
  return (
    <ManyDialog
      {...texts}
      {...runOf(
        queryClient,
        action,
        {
          paid_on: payment.paid_on,
          ...(payment.method && { method: payment.method as PaymentMethod }),
        },
        payments,
        saved.current,
      )}
      plan={plan}
      summary={<p>{summary}</p>}
      nameOf={({ client_name, subscription: { service } }) =>
        [client_name, service].filter(Boolean).join(", ")
      }
      detail={({ subscription, state }) =>
        action === "pay" || action === "remind"
          ? `${priceText(fromCents(leftCents(subscription)), currencyOf(subscription))}, ${formatDay(subscription.next_billing_date)}, ${renewalNote(state)}`
          : priceText(subscription.amount, currencyOf(subscription))
      }
      blocked={action === "pay" && dateProblem !== undefined}
      onProgress={(finished) => showSaved(queryClient, saved.current.splice(0), finished)}
      onClose={(remaining) => {
        // Somebody else may have changed the refused rows.
        if (remaining?.length) void refresh(queryClient, "subscriptions");
        onClose(remaining);
      }}
    >
      {action === "pay" && (
        <>
          <TextInput
            label="Paid on"
            type="date"
            required
            max={today}
            value={payment.paid_on}
            error={dateProblem}
            onChange={({ currentTarget: { value } }) => setPayment((now) => ({ ...now, paid_on: value }))}
          />
          <NativeSelect
            label="Method"
            data={methodOptions}
            value={payment.method}
            onChange={({ currentTarget: { value } }) => setPayment((now) => ({ ...now, method: value }))}
          />
        </>
      )}
    </ManyDialog>
  );
}

const remindedIn = (
  log: readonly { subscription_id?: string | undefined; state: Parameters<typeof wasSent>[0] }[],
) =>
  new Set(
    log.flatMap(({ subscription_id, state }) => (subscription_id && wasSent(state) ? [subscription_id] : [])),
  );
