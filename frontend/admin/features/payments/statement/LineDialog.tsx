import { Stack, TextInput } from "@mantine/core";
import { type FormEvent, useId, useMemo, useState } from "react";
import { currencyOf, formatCents, toCents } from "../../../../../shared/money.ts";
import { failureText } from "../../../../api.ts";
import { Failure } from "../../../components/form/Failure.tsx";
import { FormDialog } from "../../../components/form/FormDialog.tsx";
import { SearchSelect } from "../../../components/form/SearchSelect.tsx";
import { searchable } from "../../../components/table/search.ts";
import { Facts } from "../../../components/ui/Facts.tsx";
import { Money } from "../../../components/ui/Money.tsx";
import { Notice } from "../../../components/ui/Notice.tsx";
import { formatDay } from "../../../labels/dates.ts";
import type { Entry } from "./entries.ts";
import { type Candidate, nameOfPayable, planOf } from "./match.ts";
import type { MatchIndex, Payable } from "./match-index.ts";

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
  const name = useId();
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

  const option = (value: string, text: string, detail?: string) => (
    <label key={value} style={{ display: "flex", gap: 10, padding: "8px 0", cursor: "pointer" }}>
      <input
        type="radio"
        name={name}
        style={{ flex: "none", width: 18, height: 18, margin: "2px 0 0", accentColor: "var(--accent)" }}
        checked={choice === value}
        onChange={() => setChoice(value)}
      />
      <span>
        {text}
        {detail && (
          <span className="quiet small">
            {" "}
            <Money>{detail}</Money>
          </span>
        )}
      </span>
    </label>
  );
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
      dirty={false}
      busy={busy}
      button={choice === IGNORE ? "Ignore" : button}
      busyButton={choice === IGNORE ? "Saving..." : busyButton}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      onDiscard={onClose}
      failure={
        error && (
          <Failure
            error={error}
            text={failureText(error, "The server refused it.", "There was no response.")}
            advice="Nothing else was changed. Check the line or try again."
          />
        )
      }
    >
      <Facts facts={facts} />
      <Notice tone="plain" quiet>
        {match.why}
      </Notice>
      <div role="radiogroup" aria-label="Assign to">
        {candidates.map((one) => option(one.subscription.id, nameOfPayable(one), `pays ${one.plan.says}`))}
        {option(OTHER, candidates.length > 0 ? "Another subscription" : "A subscription")}
        {option(IGNORE, "Ignore: not a client's payment")}
      </div>
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
