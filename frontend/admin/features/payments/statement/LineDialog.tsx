import { Stack, TextInput } from "@mantine/core";
import { type FormEvent, useMemo, useState } from "react";
import type { Entry } from "../../../../../shared/billing/statement-lines/entries.ts";
import { planOf } from "../../../../../shared/billing/statement-lines/line-plan.ts";
import type { Candidate } from "../../../../../shared/billing/statement-lines/match.ts";
import {
  type MatchIndex,
  nameOfPayable,
  type Payable,
} from "../../../../../shared/billing/statement-lines/match-index.ts";
import { formatDay } from "../../../../../shared/dates.ts";
import { searchable } from "../../../../../shared/lists/search.ts";
import { currencyOf, formatCents, toCents } from "../../../../../shared/money.ts";
import { Failure } from "../../../components/form/Failure.tsx";
import { FormDialog } from "../../../components/form/FormDialog.tsx";
import { RadioList } from "../../../components/form/RadioList.tsx";
import { SearchSelect } from "../../../components/form/SearchSelect.tsx";
import { Facts } from "../../../components/ui/Facts.tsx";
import { Money } from "../../../components/ui/Money.tsx";
import { Notice } from "../../../components/ui/Notice.tsx";

const OTHER = "other";
const IGNORE = "ignore";

type Props = {
  entry: Entry;
  matchIndex: MatchIndex;
  button: string;
  busyButton: string;
  onChoose: (chosen: Candidate) => Promise<void> | void;
  onIgnore: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** A statement line in full, the reason for its match, and the choice of a subscription. */
export function LineDialog({ entry, matchIndex, button, busyButton, onChoose, onIgnore, onClose }: Props) {
  const { line, match, chosen } = entry;
  const { candidates } = match;
  const [choice, setChoice] = useState(
    chosen && !candidates.some(({ subscription }) => subscription.id === chosen.subscription.id)
      ? OTHER
      : (chosen?.subscription.id ?? (candidates.length === 0 ? OTHER : "")),
  );
  const [other, setOther] = useState(choice === OTHER ? (chosen?.subscription.id ?? "") : "");
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();

  // Amounts are never converted.
  const sameCurrency = useMemo(
    () => matchIndex.payables.filter(({ subscription }) => currencyOf(subscription) === line.currency),
    [matchIndex, line.currency],
  );
  const id = choice === OTHER ? other : choice;
  const payable = useMemo(
    () => sameCurrency.find(({ subscription }) => subscription.id === id),
    [sameCurrency, id],
  );
  const plan = useMemo(() => payable && planOf(payable.subscription, line.cents), [payable, line.cents]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found =
      choice === IGNORE
        ? reason.trim() === "" && "Enter a reason."
        : (!payable && "Choose a subscription.") ||
          (!plan && "This would pay more than twelve periods. Record it by hand, in parts.");
    setProblem(found || undefined);
    if (found) return;
    setBusy(true);
    setError(undefined);
    try {
      if (choice === IGNORE) await onIgnore(reason.trim());
      else if (payable && plan) await onChoose({ ...payable, plan });
      onClose();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  }

  const facts = (
    [
      ["Amount", formatCents(line.cents, line.currency)],
      ["Paid on", formatDay(line.paid_on)],
      ["Receipt", line.number],
      ["From", [line.payer, line.phone].filter(Boolean).join(", ")],
      ["Account", line.account],
      ["Details", line.details],
    ] as const
  ).filter(([, value]) => value !== "");

  return (
    <FormDialog
      title="Assign payment"
      busy={busy}
      button={choice === IGNORE ? "Ignore" : button}
      busyButton={choice === IGNORE ? "Saving..." : busyButton}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      failure={
        <Failure
          error={error}
          words={["The server refused it.", "There was no response."]}
          advice="Nothing else was changed. Check the line or try again."
        />
      }
    >
      <Facts facts={facts} />
      <Notice tone="plain" quiet>
        {match.why}
      </Notice>
      <RadioList
        label="Assign to"
        options={[
          ...candidates.map(
            (one) =>
              [
                one.subscription.id,
                <span key={one.subscription.id}>
                  {nameOfPayable(one)}{" "}
                  <span className="quiet small">
                    <Money>{`pays ${one.plan.says}`}</Money>
                  </span>
                </span>,
              ] as const,
          ),
          [OTHER, candidates.length > 0 ? "Another subscription" : "A subscription"],
          [IGNORE, "Ignore: not a client's payment"],
        ]}
        value={choice}
        onChange={setChoice}
      />
      {choice === OTHER && (
        <Stack gap={8}>
          <OtherField payables={sameCurrency} value={other} onChange={setOther} />
          {plan && (
            <p role="status">
              <Money>{`It pays ${plan.says}.`}</Money>
            </p>
          )}
        </Stack>
      )}
      {choice === IGNORE && (
        <TextInput
          label="Reason"
          required
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
    </FormDialog>
  );
}

type OtherProps = { payables: readonly Payable[]; value: string; onChange: (id: string) => void };

/** Selects any payable subscription by client or service. */
function OtherField({ payables, value, onChange }: OtherProps) {
  const all = useMemo(
    () =>
      payables.map((one) => {
        const { subscription, client } = one;
        const due = formatDay(subscription.next_billing_date);
        return {
          option: {
            value: subscription.id,
            label: `${nameOfPayable(one)} (${formatCents(toCents(subscription.amount), currencyOf(subscription))}, due ${due})`,
          },
          text: searchable(nameOfPayable(one), client.company, client.email, client.payment_reference ?? ""),
        };
      }),
    [payables],
  );
  return (
    <SearchSelect
      label="Subscription"
      placeholder="Type a client's name or reference"
      all={all}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => (
        <span>
          <Money>{option.label}</Money>
        </span>
      )}
      nothingFoundMessage="No active subscription matches."
    />
  );
}
