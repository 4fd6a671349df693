import { NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Client } from "../../../../shared/clients/client.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { Day, endOfMonth } from "../../../../shared/day.ts";
import { type Currency, currencyOf, type Sums } from "../../../../shared/money.ts";
import type { ClientAccount } from "../../../../shared/payments/client-account.ts";
import { subscriptionFields } from "../../../../shared/subscriptions/fields.ts";
import type { EndReason, Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../api.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { RadioList, Warning } from "../../components/form/fields.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { useDialog } from "../../components/form/use-dialog.ts";
import { optionsOf } from "../../components/form/use-record-form.ts";
import { announce } from "../../components/ui/announce.ts";
import { Facts } from "../../components/ui/Facts.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { refresh } from "../../queries/cache.ts";
import { clientOwed, clientPage } from "../../queries/client-page.ts";
import { putRow } from "../../queries/list-query.ts";
import { clientList } from "../../queries/lists.ts";
import { canEnd, creditedBy, creditNotesOf, sumsAfterEnd } from "../../rules/agreed-end.ts";
import { creditNotesText } from "../../rules/payment-form.ts";
import { EachResult, subscriptionName, useEach, useEachPreview } from "./end-each.tsx";

type Props = { id: string; onClose: () => void };

/** Agrees the last day of all subscriptions of a client. */
export default function LeaveDialog({ id, onClose }: Props) {
  const page = useQuery(clientPage(id)).data;
  const account = useQuery(clientOwed(id)).data;
  // Saving makes no subscription disappear from the dialog.
  const [ids, setIds] = useState<readonly string[]>();
  if (!page || !account) return null;
  const chosen = ids ?? canEnd(page.subscriptions).map((subscription) => subscription.id);
  if (!ids) setIds(chosen);
  const subscriptions = page.subscriptions.filter((subscription) => chosen.includes(subscription.id));
  if (subscriptions.length === 0) return null;
  return (
    <LeaveForm
      client={page.client}
      usual={currencyOf(page.figures)}
      subscriptions={subscriptions}
      account={account}
      onClose={onClose}
    />
  );
}

type FormProps = {
  client: Client;
  usual: Currency;
  subscriptions: readonly Subscription[];
  account: ClientAccount;
  onClose: () => void;
};

const creditChoices = [
  ["keep", "Keep it: it pays what falls due"],
  ["refund", "Refund it: record the refund next"],
] as const;

const isAny = (sums: Sums): boolean => Object.values(sums).some((cents) => cents > 0);

function LeaveForm({ client, usual, subscriptions, account, onClose }: FormProps) {
  const { today } = account;
  const dialog = useDialog();
  const [day, setDay] = useState<string>(() => subscriptions[0]?.ends_on ?? endOfMonth(today));
  const [reason, setReason] = useState<"" | EndReason>(() => subscriptions[0]?.end_reason ?? "");
  const [credit, setCredit] = useState<"keep" | "refund">("keep");
  const [muted, setMuted] = useState(client.muted === true);
  const each = useEach(subscriptions);
  const mute = useMute(client);
  const dayProblem = Day.safeParse(day).error?.issues[0]?.message;
  const agreed = { ends_on: day, ...(reason && { end_reason: reason }) };
  const { previews, refusal } = useEachPreview(each.latest, agreed);
  const lines = (sums: Sums) => <SumLines sums={sums} usual={usual} />;
  const credited = creditedBy(previews ?? []);
  const { owed, credit: creditLeft } = sumsAfterEnd(account, previews ?? []);
  const hasCredit = previews !== undefined && isAny(creditLeft);
  const facts: [name: string, value: ReactNode][] = [["Stays owed", isAny(owed) ? lines(owed) : "Nothing"]];
  if (isAny(credited)) facts.push(["Becomes credit", lines(credited)]);
  if (isAny(credited) || hasCredit) facts.push(["Credit left", lines(creditLeft)]);
  const creditNotes = creditNotesText(creditNotesOf(previews ?? []), usual);
  const busy = each.isPending || mute.isPending;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (dayProblem) return;
    const remaining = each.latest.filter(
      ({ ends_on, end_reason }) => ends_on !== day || (reason !== "" && end_reason !== reason),
    );
    const isDone = await each.change(remaining.map((subscription) => [subscription, agreed] as const));
    if (!isDone) return;
    if (muted !== (client.muted === true)) await mute.mutateAsync(muted);
    announce(`${client.name} leaves on ${formatDay(day)}.`);
    if (hasCredit && credit === "refund") dialog.open("refund", client.id);
    else onClose();
  }

  return (
    <FormDialog
      title={`Client leaves: ${client.name}`}
      button="Agree the last day"
      busyButton="Saving..."
      busy={busy}
      disabled={refusal !== undefined}
      onSubmit={(event) => void save(event).catch(() => {})}
      onClose={onClose}
      failure={{
        error: mute.error,
        texts: [
          "The last day is agreed, but reminders could not be changed",
          "The last day is agreed, but there was no response about reminders",
        ],
      }}
    >
      <EachResult {...each} />
      <Pair>
        <TextInput
          label="Last day"
          type="date"
          data-autofocus
          required
          min={today}
          value={day}
          error={dayProblem}
          disabled={busy}
          onChange={({ currentTarget: { value } }) => setDay(value)}
        />
        <NativeSelect
          label="Reason"
          data={[{ value: "", label: "None" }, ...optionsOf(subscriptionFields.end_reason)]}
          value={reason}
          disabled={busy}
          onChange={({ currentTarget: { value } }) => setReason(value as "" | EndReason)}
        />
      </Pair>
      {refusal && <Warning>{refusal}</Warning>}
      <p>
        {`Ends: ${each.latest.map(subscriptionName).join(", ")}. What falls due until the last day is charged and reminded of as before.`}
      </p>
      <div role="status">
        {previews ? (
          <Facts facts={facts} />
        ) : (
          !refusal && <p className="quiet">Looking up what stays owed...</p>
        )}
        {creditNotes && (
          <p style={{ marginTop: 8 }}>
            <Money>{creditNotes}</Money>
          </p>
        )}
      </div>
      {hasCredit && (
        <RadioList
          label="The credit that is left"
          options={creditChoices}
          value={credit}
          onChange={setCredit}
          disabled={busy}
        />
      )}
      <Switch
        label="Mute reminders"
        description="Otherwise what stays owed is reminded of as before, also after the last day."
        checked={muted}
        disabled={busy}
        onChange={({ currentTarget }) => setMuted(currentTarget.checked)}
      />
      <p>
        <Link
          to={`/admin/clients/${client.id}/statement`}
          target="_blank"
          aria-label="Statement of account, opens in a new tab"
        >
          Statement of account
        </Link>
      </p>
    </FormDialog>
  );
}

/** Mutes all automatic reminders of a client, or takes that back. */
function useMute({ id, name, email, version }: Client) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (muted: boolean) => {
      const body = { name, email, muted, version };
      return (await request("PUT /api/v1/clients/{id}", { params: { id }, body })).client;
    },
    onSuccess: (client) => {
      putRow(queryClient, clientList, client);
      void refresh(queryClient, "client", "owed", "dashboard", "reminders");
    },
  });
}
