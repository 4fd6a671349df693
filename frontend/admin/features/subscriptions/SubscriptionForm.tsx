import { Autocomplete, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Client } from "../../../../shared/clients/client.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { currencies, currencyNames, formatSums, toSums } from "../../../../shared/money.ts";
import { parseCurrency } from "../../../../shared/parse-amount.ts";
import { subscriptionFields } from "../../../../shared/subscriptions/fields.ts";
import {
  isFrequency,
  type Subscription,
  type SubscriptionPreview,
} from "../../../../shared/subscriptions/subscription.ts";
import { ApiError } from "../../../api.ts";
import { More, Pair } from "../../components/form/Dialog.tsx";
import { AmountField, Warning } from "../../components/form/fields.tsx";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { optionsOf, useRecordForm } from "../../components/form/use-record-form.ts";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { SampleNotice } from "../../components/ui/SampleNotice.tsx";
import { clientPage, useSubscription } from "../../queries/client-page.ts";
import type { LoadedList } from "../../queries/list-query.ts";
import { clientList, subscriptionList } from "../../queries/lists.ts";
import { previewOfChange } from "../../queries/preview.ts";
import { companySettings } from "../../queries/settings.ts";
import { ClientField } from "./ClientField.tsx";
import {
  changeText,
  currencyText,
  openChargesChoice,
  overdueWarning,
  priceHelp,
  stayText,
} from "./form-texts.ts";
import {
  changeOf,
  dueText,
  errorsIn,
  firstDate,
  isEnding,
  isResuming,
  storedOf,
  type Values,
} from "./form-values.ts";
import { useLatestSubscription, useSaveSubscription } from "./save-subscription.ts";

type Props = {
  subscription: Subscription | undefined;
  clients: LoadedList<Client>;
  /** The client of a new subscription, if known. */
  clientId?: string | undefined;
  today: Day;
  onClose: () => void;
};

export function SubscriptionForm({
  subscription,
  clients: { rows: clients, complete },
  clientId,
  today,
  onClose,
}: Props) {
  const company = useQuery(companySettings);
  const record = useRecordForm<Values>({
    name: `subscription:${subscription?.id ?? ["new", clientId].filter(Boolean).join(":")}`,
    stored: storedOf(subscription, today, clientId),
    validate: (values): Record<string, string> => errorsIn(values, currency),
  });
  const { form } = record;
  const { values } = form;
  const currency = values.currency || company.data?.default_currency;
  const [hasLeftAmount, setLeftAmount] = useState(subscription?.amount === 0);
  const id = subscription?.id ?? record.id;
  const latest = useLatestSubscription();
  const body = JSON.stringify(changeOf(values, subscription, today));
  const [asked] = useDebouncedValue(body, PAUSE_MS);
  const first = subscription ? undefined : firstDate(values, today);
  const client = clients.find(({ id }) => id === values.client_id);
  const save = useSaveSubscription(id, first?.date, client?.sample);
  const isComplete = Object.keys(errorsIn(values, currency)).length === 0;
  const asks = subscription !== undefined && record.dirty && isComplete && !save.isPending && !save.isSuccess;
  const look = useQuery({
    ...previewOfChange(id, JSON.parse(asked)),
    enabled: asks && asked === body,
    placeholderData: keepPreviousData,
  });
  const preview = asks && !look.error ? look.data : undefined;
  const isRefused = look.error instanceof ApiError && look.error.status < 500;
  const refused = asks && isRefused ? look.error?.message : first?.refused;
  const date = first
    ? first.date
    : record.dirty
      ? preview?.next_billing_date
      : subscription?.next_billing_date;
  const due = dueText(subscription, today);
  const ahead = preview && isEnding(values) ? formatSums(toSums(preview.paid_ahead), currency ?? "USD") : "";
  const choice = openChargesChoice(due, ahead);
  const late = date && overdueWarning(subscription, values, date, today);
  const input = record.inputs(save.isPending);
  const toggle = record.toggles(save.isPending);
  const services = useServices();

  return (
    <RecordDialog
      title={subscription ? "Edit Subscription" : "Add New Subscription"}
      button={subscription ? "Save Subscription" : "Add Subscription"}
      record={record}
      save={save}
      bodyOf={(typed) => ({ ...changeOf(typed, subscription, today), version: record.version })}
      savedText={({ next_billing_date }) => {
        const result = subscription ? "The subscription was saved" : "The subscription was added";
        return `${result}. The next billing date is ${formatDay(next_billing_date)}.`;
      }}
      failed={["Failed to save subscription", "An error occurred while saving the subscription"]}
      reload={async () => {
        const latestSubscription = await latest(id);
        if (!latestSubscription) throw new Error("The subscription no longer exists.");
        record.takeOver(storedOf(latestSubscription, today));
      }}
      disabled={client === undefined || currency === undefined}
      onClose={onClose}
    >
      <ClientField
        clients={clients}
        complete={complete}
        own={subscription?.client_id}
        samples={subscription ? subscription.sample === true : clients.every(({ sample }) => sample)}
        {...input("client_id")}
        value={values.client_id}
      />
      {client?.sample && <SampleNotice />}
      {client?.mail_problem && (
        <Warning>Emails to this client bounced or were marked as spam. Reminders do not reach them.</Warning>
      )}
      <Autocomplete
        label={subscriptionFields.service.label}
        placeholder="Loan Management System, 3 branches"
        data={services}
        limit={MAX_SUGGESTIONS}
        {...input("service", "What the client pays for, in one line. Reminders show it.")}
      />
      <Pair>
        <TextInput label="Start Date" type="date" required {...input("start_date")} />
        <NativeSelect
          label="Billing Frequency"
          required
          data={frequenciesWith(values.frequency)}
          {...input("frequency")}
        />
      </Pair>
      <Pair>
        <AmountField
          currency={currency}
          {...input("amount", currency && <Money>{priceHelp(values, currency, hasLeftAmount)}</Money>)}
          onChange={({ currentTarget: { value } }) => {
            const typed = parseCurrency(value);
            form.setValues({ amount: value, ...(typed && typed !== currency && { currency: typed }) });
          }}
          onBlur={() => setLeftAmount(true)}
        />
        <NativeSelect
          label="Currency"
          data={[
            ...(currency ? [] : [{ value: "", label: "Loading..." }]),
            ...currencies.map((value) => ({ value, label: currencyNames[value] })),
          ]}
          {...input("currency")}
          value={currency ?? ""}
        />
      </Pair>
      {!currency && (
        <Notice
          tone={company.isError ? "warning" : "plain"}
          retry={company.isError && (() => void company.refetch())}
        >
          {currencyText(company.isError)}
        </Notice>
      )}
      <TextInput
        label="Next billing date"
        type="date"
        {...input(
          "next_billing_date",
          "Computed from the schedule. Change it if it differs, for example for a period that is already unpaid.",
        )}
        value={values.next_billing_date || (date ?? subscription?.next_billing_date ?? "")}
      />
      {date && (
        <p role="status" data-preview={date} style={{ margin: 0 }}>
          Next billing: <strong>{formatLongDay(date)}</strong>
        </p>
      )}
      {(due || ahead) && (
        <NativeSelect
          label={<span>{choice.label}</span>}
          data={choice.options}
          {...input("open_charges", <Money>{choice.help}</Money>)}
        />
      )}
      {preview && <ChargeChanges preview={preview} />}
      {refused && <Warning>{refused}</Warning>}
      {asks && !isRefused && <QueryFailure query={{ ...look, data: preview }} texts={previewFailed} />}
      {late && <Warning>{late}</Warning>}
      <More editing={subscription !== undefined}>
        <NativeSelect
          label={subscriptionFields.status.label}
          data={optionsOf(subscriptionFields.status)}
          {...input("status")}
        />
        {isResuming(values, subscription) && (
          <Switch label="Charge the time of the pause" {...toggle("charge_gap")} />
        )}
        <Switch
          label="Mute reminders"
          {...toggle(
            "muted",
            "The daily run and the dashboard's button send no reminders for it. It still shows as due or overdue, and you can send a reminder by hand.",
          )}
        />
      </More>
    </RecordDialog>
  );
}

/** Long enough to type a digit, short enough not to be noticed. */
const PAUSE_MS = 200;

const previewFailed = [
  "Failed to look up which charges change",
  "An error occurred while looking up which charges change",
] as const;

/** The charges that saving changes, before and after, and those that stay, with the reason. */
const ChargeChanges = ({ preview: { changes, stays } }: { preview: SubscriptionPreview }) => (
  <div role="status">
    {changes.length > 0 && <TextList title="Charges that change" texts={changes.map(changeText)} />}
    {stays.length > 0 && <TextList title="Charges that stay" texts={stays.map(stayText)} />}
  </div>
);

const TextList = ({ title, texts }: { title: string; texts: readonly string[] }) => (
  <>
    <p style={{ margin: 0 }}>{title}</p>
    <ul className="quiet" aria-label={title} style={{ marginBlock: "0 8px", paddingInlineStart: 20 }}>
      {texts.map((text) => (
        <li key={text}>
          <Money>{text}</Money>
        </li>
      ))}
    </ul>
  </>
);

const MAX_SUGGESTIONS = 8;

/** Services in use, so that people use the same names. */
function useServices(): string[] {
  const rows = useQuery(subscriptionList).data?.rows;
  return useMemo(
    () => [...new Set(rows?.flatMap(({ service }) => service ?? []))].sort((a, b) => a.localeCompare(b)),
    [rows],
  );
}

/** The frequencies, and the subscription's own if this version does not know it. */
const frequenciesWith = (stored: string) => [
  ...optionsOf(subscriptionFields.frequency),
  ...(isFrequency(stored) ? [] : [{ value: stored, label: stored }]),
];

type DialogProps = { id?: string; clientId?: string; onClose: () => void };

/** Edits a subscription, or adds one for the client whose page is open. */
export default function SubscriptionDialog({ id = "", clientId, onClose }: DialogProps) {
  const { subscription, client, today } = useSubscription(id);
  const page = useQuery({ ...clientPage(clientId ?? ""), enabled: clientId !== undefined });
  const clients = useQuery({ ...clientList, enabled: clientId === undefined });
  const offered = clientId === undefined ? client : page.data?.client;
  if (clientId === undefined ? !subscription : !offered) return null;
  return (
    <SubscriptionForm
      subscription={subscription}
      // Until all clients are loaded, only the own client can be chosen.
      clients={
        clients.data?.complete
          ? clients.data
          : { rows: offered ? [offered] : [], today, complete: clientId !== undefined, unreadable: 0 }
      }
      clientId={clientId}
      today={page.data?.today ?? today}
      onClose={onClose}
    />
  );
}
