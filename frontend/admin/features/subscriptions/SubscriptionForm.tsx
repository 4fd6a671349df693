import { Autocomplete, Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Client } from "../../../../shared/clients/client.ts";
import { isReachable } from "../../../../shared/clients/recipients.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import { addDays, type Day } from "../../../../shared/day.ts";
import { type Currency, currencies, currencyNames, currencyOf } from "../../../../shared/money.ts";
import { parseCurrency } from "../../../../shared/parse-amount.ts";
import { subscriptionFields } from "../../../../shared/subscriptions/fields.ts";
import {
  isFrequency,
  type Subscription,
  type SubscriptionPreview,
} from "../../../../shared/subscriptions/subscription.ts";
import type { Vat } from "../../../../shared/vat.ts";
import { More, Pair } from "../../components/form/Dialog.tsx";
import { Warning } from "../../components/form/fields.tsx";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { optionsOf, type RecordForm, useRecordForm } from "../../components/form/use-record-form.ts";
import { VatAmountField, VatField } from "../../components/form/vat-fields.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { SampleNotice } from "../../components/ui/SampleNotice.tsx";
import { clientPage, useSubscription } from "../../queries/client-page.ts";
import type { LoadedList } from "../../queries/list-query.ts";
import { clientList, subscriptionList } from "../../queries/lists.ts";
import { companySettings } from "../../queries/settings.ts";
import { ChargeChanges, useChargeChanges } from "./ChargeChanges.tsx";
import { ClientField } from "./ClientField.tsx";
import {
  currencyText,
  laterChargesText,
  openChargesChoice,
  overdueWarning,
  priceFromHelp,
  priceHelp,
  someSums,
  waitingPriceText,
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
    validate: (values): Record<string, string> => errorsIn(values, currency, subscription),
  });
  const { values } = record.form;
  const currency = values.currency || company.data?.default_currency;
  const id = subscription?.id ?? record.id;
  const latest = useLatestSubscription();
  const first = subscription ? undefined : firstDate(values, today);
  const client = clients.find(({ id }) => id === values.client_id);
  const vat = values.vat || client?.vat || "standard";
  const save = useSaveSubscription(id, first?.date, client?.sample);
  const isComplete = Object.keys(errorsIn(values, currency, subscription)).length === 0;
  const changes = useChargeChanges(id, changeOf(values, subscription, today), {
    enabled: subscription !== undefined && record.dirty && isComplete && !save.isPending && !save.isSuccess,
  });
  const { preview } = changes;
  const storedDate = record.dirty ? preview?.next_billing_date : subscription?.next_billing_date;
  const date = first ? first.date : storedDate;
  const due = dueText(subscription, today);
  const ahead = preview && isEnding(values) ? someSums(preview.paid_ahead, currency ?? "USD") : "";
  const choice = openChargesChoice(due, ahead);
  const late = date && overdueWarning(subscription, values, date, today);
  const input = record.inputs(save.isPending);
  const services = useServices();

  return (
    <RecordDialog
      title={subscription ? "Edit Subscription" : "Add New Subscription"}
      button={subscription ? "Save Subscription" : "Add Subscription"}
      record={record}
      save={save}
      bodyOf={(typed) => ({
        ...changeOf({ ...typed, vat: typed.vat || client?.vat || "" }, subscription, today),
        version: record.version,
      })}
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
      {client?.mail_problem && !isReachable(client) && (
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
      <PriceFields
        record={record}
        input={input}
        stored={subscription}
        currency={currency}
        vat={vat}
        company={company}
      />
      <PriceDay record={record} input={input} stored={subscription} preview={preview} today={today} />
      <BillingDateField input={input} typed={values.next_billing_date} date={date} stored={subscription} />
      {(due || ahead) && (
        <NativeSelect
          label={<span>{choice.label}</span>}
          data={choice.options}
          {...input("open_charges", <Money>{choice.help}</Money>)}
        />
      )}
      <ChargeChanges
        {...changes}
        currency={currency}
        {...(values.next_price && currency && { otherwise: laterChargesText(values, currency) })}
      />
      {first?.refused && <Warning>{first.refused}</Warning>}
      {late && <Warning>{late}</Warning>}
      <StatusFields
        input={input}
        toggle={record.toggles(save.isPending)}
        editing={subscription !== undefined}
        isResuming={isResuming(values, subscription)}
        values={values}
        vat={vat}
        today={today}
      />
    </RecordDialog>
  );
}

type Form = RecordForm<Values>;
type Input = ReturnType<Form["inputs"]>;

/** `currency` is the chosen one, or the default once it is loaded. */
function PriceFields({
  record: { form },
  input,
  stored,
  currency,
  vat,
  company,
}: {
  record: Form;
  input: Input;
  stored: Subscription | undefined;
  currency: Currency | undefined;
  vat: Vat;
  company: UseQueryResult;
}) {
  const [hasLeftAmount, setLeftAmount] = useState(stored?.amount === 0);
  return (
    <>
      <Pair>
        <VatAmountField
          currency={currency}
          vat={vat}
          {...input(
            "amount",
            currency && <Money>{priceHelp(form.values, currency, { hasLeft: hasLeftAmount })}</Money>,
          )}
          value={form.values.amount}
          onChange={(value) => {
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
    </>
  );
}

/** The day from which the typed amount holds, and the price that waits for its day. */
function PriceDay({
  record: { form },
  input,
  stored,
  preview,
  today,
}: {
  record: Form;
  input: Input;
  stored: Subscription | undefined;
  preview: SubscriptionPreview | undefined;
  today: Day;
}) {
  const { next_price: waiting } = stored ?? {};
  const { next_price, withdraws_price } = form.values;
  return (
    <>
      <TextInput
        label="Price from (optional)"
        type="date"
        min={addDays(today, 1)}
        {...input("next_price", priceFromHelp(stored === undefined, preview))}
      />
      {stored && waiting && (
        <Group gap="4px 12px" role="status">
          <span className="figures">
            <Money>{waitingPriceText(waiting, form.values, currencyOf(stored))}</Money>
          </span>
          {!next_price && (
            <Button
              variant="subtle"
              size="sm"
              aria-label={withdraws_price ? "Keep the next price" : "Withdraw the next price"}
              onClick={() => form.setValues({ withdraws_price: !withdraws_price })}
            >
              {withdraws_price ? "Keep" : "Withdraw"}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

/** Shows the typed date, or `date`, which saving leads to. */
const BillingDateField = ({
  input,
  typed,
  date,
  stored,
}: {
  input: Input;
  typed: string;
  date: Day | undefined;
  stored: Subscription | undefined;
}) => (
  <>
    <TextInput
      label="Next billing date"
      type="date"
      {...input(
        "next_billing_date",
        "Computed from the schedule. Change it if it differs, for example if an earlier day is unpaid.",
      )}
      value={typed || (date ?? stored?.next_billing_date ?? "")}
    />
    {date && (
      <p role="status" data-preview={date} style={{ margin: 0 }}>
        Next billing: <strong>{formatLongDay(date)}</strong>
      </p>
    )}
  </>
);

const StatusFields = ({
  input,
  toggle,
  editing,
  isResuming,
  values,
  vat,
  today,
}: {
  input: Input;
  toggle: ReturnType<Form["toggles"]>;
  editing: boolean;
  isResuming: boolean;
  values: Values;
  vat: Vat;
  today: Day;
}) => (
  <More editing={editing}>
    <NativeSelect
      label={subscriptionFields.status.label}
      data={optionsOf(subscriptionFields.status)}
      {...input("status")}
    />
    <VatField
      {...input("vat", "The amount includes it. A change holds for what is not on an invoice yet.")}
      value={vat}
    />
    {isResuming && <Switch label="Charge the time of the pause" {...toggle("charge_gap")} />}
    {isResuming && !values.charge_gap && (
      <TextInput
        label="Charge again from (optional)"
        type="date"
        min={today}
        {...input("charge_from", "Empty: from today.")}
      />
    )}
    {values.status !== "inactive" && (
      <Pair>
        <TextInput
          label={subscriptionFields.ends_on.label}
          type="date"
          min={today}
          {...input("ends_on", "The last day. No period that begins later is charged.")}
        />
        <NativeSelect
          label={subscriptionFields.end_reason.label}
          data={[{ value: "", label: "None" }, ...optionsOf(subscriptionFields.end_reason)]}
          {...input("end_reason")}
          disabled={!values.ends_on || input("end_reason").disabled}
        />
      </Pair>
    )}
    <Switch
      label="Mute reminders"
      {...toggle(
        "muted",
        "The daily run and the dashboard's button send no reminders for it. It still shows as due or overdue, and you can send a reminder by hand.",
      )}
    />
  </More>
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
