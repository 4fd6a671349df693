import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf, fromCents, leftCents } from "../../../../shared/money.ts";
import { wentOut } from "../../../../shared/reminders.ts";
import { type PaymentMethod, paidAhead, type Subscription } from "../../../../shared/subscriptions.ts";
import { ManyDialog } from "../../components/many/ManyDialog.tsx";
import { sendLog } from "../../queries/reminders.ts";
import { priceText } from "../../words/amount.ts";
import { renewalNote } from "../../words/billing.ts";
import { formatDay } from "../../words/dates.ts";
import { methodOptions } from "../../words/payments.ts";
import { type Deed, planOf } from "./many.ts";
import { deedOf, showSaved } from "./many-queries.ts";
import type { Entry } from "./portfolio.ts";

/** What is said of each deed: over the dialog, on its button, and what will happen. */
const words: Record<Deed, { title: string; button: string; noun: string; done: string; says: string }> = {
  pay: {
    title: "Record payments",
    button: "Record",
    noun: "payment",
    done: "recorded",
    says: "Of each of these what is left of the period due next was paid. The billing date moves on by one period. Where receipts are switched on, each client is sent one.",
  },
  remind: {
    title: "Send reminders",
    button: "Send",
    noun: "reminder",
    done: "sent",
    says: "Each client gets an email about the period that is due, at most one a day. It cannot be taken back.",
  },
  mute: {
    title: "Mute reminders",
    button: "Mute",
    noun: "subscription",
    done: "muted",
    says: "The daily run leaves these out until they are unmuted.",
  },
  unmute: {
    title: "Unmute reminders",
    button: "Unmute",
    noun: "subscription",
    done: "unmuted",
    says: "The daily run reminds of these again.",
  },
  pause: {
    title: "Pause subscriptions",
    button: "Pause",
    noun: "subscription",
    done: "paused",
    says: "Nothing is due, and nobody is reminded, until these are active again. Their dates stay as they are.",
  },
  resume: {
    title: "Resume subscriptions",
    button: "Resume",
    noun: "subscription",
    done: "resumed",
    says: "These are active again. Their dates stay as they were: what has passed is overdue.",
  },
};

type Props = {
  deed: Deed;
  /** As they were when somebody chose what to do: a second attempt is about the same periods. */
  entries: readonly Entry[];
  today: Day;
  onClose: (left: readonly Entry[] | undefined) => void;
};

/** Does one thing for many subscriptions. */
export default function ManySubscriptions({ deed, entries, today, onClose }: Props) {
  const queryClient = useQueryClient();
  const [payment, setPayment] = useState({ paid_on: today, method: "" });
  const [payments] = useState(() => new Map(entries.map(({ id }) => [id, crypto.randomUUID()])));
  const saved = useRef<Subscription[]>([]);
  // What was sent a moment ago counts.
  const log = useQuery({ ...sendLog(today), staleTime: 0, enabled: deed === "remind" });
  const known = deed !== "remind" || log.error || (log.data?.complete && !log.isFetching);
  // Once it was begun, what it does changes what is known, and not what it is about.
  const settled = useRef<ReturnType<typeof planOf>>(undefined);
  const plan = useMemo(() => {
    if (!settled.current && known) settled.current = planOf(deed, entries, remindedIn(log.data?.rows ?? []));
    return settled.current;
  }, [deed, entries, known, log.data]);
  const early = paidAhead(payment.paid_on, today) ?? (payment.paid_on ? undefined : "Please give a date.");
  const { says, ...said } = words[deed];
  return (
    <ManyDialog
      {...said}
      {...deedOf(
        queryClient,
        deed,
        {
          paid_on: payment.paid_on,
          ...(payment.method && { method: payment.method as PaymentMethod }),
        },
        payments,
        saved.current,
      )}
      plan={plan}
      says={<p>{says}</p>}
      nameOf={({ client_name, subscription: { service } }) =>
        [client_name, service].filter(Boolean).join(", ")
      }
      more={({ subscription, state }) =>
        deed === "pay" || deed === "remind"
          ? `${priceText(fromCents(leftCents(subscription)), currencyOf(subscription))}, ${formatDay(subscription.next_billing_date)}, ${renewalNote(state)}`
          : priceText(subscription.amount, currencyOf(subscription))
      }
      blocked={deed === "pay" && early !== undefined}
      onProgress={(over) => showSaved(queryClient, saved.current.splice(0), over)}
      onClose={onClose}
    >
      {deed === "pay" && (
        <>
          <TextInput
            label="Paid on"
            type="date"
            required
            max={today}
            value={payment.paid_on}
            error={early}
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
  log: readonly { subscription_id?: string | undefined; state: Parameters<typeof wentOut>[0] }[],
) =>
  new Set(
    log.flatMap(({ subscription_id, state }) => (subscription_id && wentOut(state) ? [subscription_id] : [])),
  );
