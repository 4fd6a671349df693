import { Autocomplete, Group, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Client } from "../../../../shared/clients.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Currency, currencies, currencyNames } from "../../../../shared/money.ts";
import { isFrequency, NewSubscription, type Subscription } from "../../../../shared/subscriptions.ts";
import { AmountField } from "../../components/form/AmountField.tsx";
import { conflictOf, onOff } from "../../components/form/conflict.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Warning } from "../../components/form/Warning.tsx";
import type { Listed } from "../../queries/list-query.ts";
import { renewalsOf } from "../../queries/renewals.ts";
import { companySettings } from "../../queries/settings.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { amountOf, money } from "../../words/amount.ts";
import { everyTime, frequencyName } from "../../words/billing.ts";
import { formatDay, formatLongDay } from "../../words/dates.ts";
import { ClientField } from "./ClientField.tsx";
import { bodyOf, preview, storedOf, type Values } from "./form-values.ts";
import { frequencies, statuses } from "./portfolio.ts";
import { useLatestSubscription, useSaveSubscription } from "./queries.ts";
import { sampleNote } from "./sample-note.ts";

type Props = {
  subscription: Subscription | undefined;
  clients: Listed<Client>;
  /** To whom a new one is sold, where that is known. */
  buyer?: string | undefined;
  today: Day;
  onClose: () => void;
};

export function SubscriptionForm({
  subscription,
  clients: { rows: clients, complete },
  buyer,
  today,
  onClose,
}: Props) {
  const usual = useQuery(companySettings).data?.default_currency ?? "USD";
  const record = useRecordForm<Values>({
    name: `subscription:${subscription?.id ?? ["new", buyer].filter(Boolean).join(":")}`,
    stored: storedOf(subscription, today, buyer),
    validate: (values) => errorsOf(NewSubscription, bodyOf(values, usual)),
  });
  const { form, theirs } = record;
  const { values } = form;
  const currency = values.currency || usual;
  const id = subscription?.id ?? record.id;
  const latest = useLatestSubscription();
  const renewals = useQuery({ ...renewalsOf(subscription?.id ?? ""), enabled: subscription !== undefined });
  const { date, refused } = preview(values, subscription, renewals.data, today);
  const save = useSaveSubscription(id, date);
  const late = date && latenessOf(subscription, values, date, today);
  const client = clients.find(({ id }) => id === values.client_id);
  const sample = sampleNote(subscription, client);
  const input = record.inputs(save.isPending);
  const services = useServices();

  return (
    <RecordDialog
      title={subscription ? "Edit Subscription" : "Add New Subscription"}
      button={subscription ? "Save Subscription" : "Add Subscription"}
      record={record}
      save={save}
      bodyOf={(typed) => ({ ...bodyOf(typed, usual), version: record.version })}
      saidOf={({ next_billing_date }) => {
        const what = subscription ? "The subscription was saved" : "The subscription was added";
        return `${what}; the next billing date is ${formatDay(next_billing_date)}.`;
      }}
      failed={["Failed to save subscription", "An error occurred while saving the subscription"]}
      reload={async () => {
        const now = await latest(id);
        if (!now) throw new Error("The subscription is gone.");
        record.takeOver(storedOf(now, today));
      }}
      disabled={client === undefined}
      onClose={onClose}
    >
      <ClientField
        clients={clients}
        complete={complete}
        own={subscription?.client_id}
        samples={subscription === undefined || subscription.sample === true}
        {...input("client_id")}
        value={values.client_id}
      />
      {sample && <Warning>{sample}</Warning>}
      {client?.mail_problem && (
        <Warning>Mail to this client came back or was marked as spam: reminders do not reach them.</Warning>
      )}
      <Autocomplete
        label="Service"
        placeholder="Loan Management System, 3 branches"
        data={services}
        limit={mostSuggested}
        {...input("service", "What is sold, in one line. Reminders say it too.")}
      />
      <TextInput label="Start Date" type="date" required {...input("start_date")} />
      <NativeSelect
        label="Billing Frequency"
        required
        data={frequenciesWith(values.frequency)}
        {...input("frequency")}
      />
      <Group align="flex-end" gap={12} wrap="nowrap">
        <AmountField flex={1} currency={currency} {...input("amount", priceHelp(values, currency))} />
        <NativeSelect
          label="Currency"
          data={currencies.map((value) => ({ value, label: currencyNames[value] }))}
          {...input("currency", subscription?.paid ? "It stays while a part is paid." : undefined)}
          value={currency}
        />
      </Group>
      <TextInput
        label="Next billing date"
        type="date"
        {...input(
          "next_billing_date",
          "By the schedule. Type another if it differs, such as for a period that is already unpaid.",
        )}
        value={values.next_billing_date || (date ?? subscription?.next_billing_date ?? "")}
      />
      <NativeSelect
        label="Status"
        data={statuses.slice(1).map(([value, label]) => ({ value, label }))}
        {...input("status")}
      />
      <Switch
        label="Mute reminders"
        disabled={save.isPending}
        {...form.getInputProps("muted", { type: "checkbox" })}
        description={
          conflictOf(onOff(theirs.muted)) ??
          "The daily run and the button on the dashboard leave it out. It still shows as due or overdue, and a reminder sent by hand goes out."
        }
      />
      {date && (
        <p role="status" data-preview={date} style={{ margin: 0 }}>
          Next billing: <strong>{formatLongDay(date)}</strong>
        </p>
      )}
      {refused && <Warning>{refused}</Warning>}
      {late && <Warning>{late}</Warning>}
    </RecordDialog>
  );
}

/** More than anybody reads. */
const mostSuggested = 8;

/** What is sold already, so that the same is called the same. */
function useServices(): string[] {
  const rows = useQuery(subscriptionList).data?.rows;
  return useMemo(
    () => [...new Set(rows?.flatMap(({ service }) => service ?? []))].sort((a, b) => a.localeCompare(b)),
    [rows],
  );
}

/** Those that can be chosen, and the subscription's own where this version does not know it. */
const frequenciesWith = (own: string) =>
  [...frequencies.slice(1), ...(isFrequency(own) ? [] : [[own, own] as const])].map(([value, label]) => ({
    value,
    label,
  }));

/** What the typed amount means, in words, so that a slip is seen before it is sent. */
function priceHelp({ amount, frequency }: Values, currency: Currency): string {
  const price = amountOf(amount);
  return price === 0
    ? "free: no payment reminders are sent"
    : `${money(price, currency)} ${isFrequency(frequency) ? everyTime[frequency] : frequencyName(frequency)}`;
}

/** Says so when saving makes a subscription overdue that was not: by a date that has passed, or by resuming it. */
function latenessOf(before: Subscription | undefined, { status }: Values, date: Day, today: Day) {
  if (status !== "active" || date >= today) return undefined;
  if (before && before.status !== "active") {
    return "Its billing date passed while it was not active. It is overdue once this is saved, unless you give another date.";
  }
  const was = before?.next_billing_date;
  return date === was ? undefined : "That day has passed: the subscription is overdue once this is saved.";
}
