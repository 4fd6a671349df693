import { Stack, TextInput } from "@mantine/core";
import { type FormEvent, useId, useMemo, useState } from "react";
import { currencyOf, formatCents, toCents } from "../../../../../shared/money.ts";
import { failureText } from "../../../../api.ts";
import { Failure } from "../../../components/form/Failure.tsx";
import { FormDialog } from "../../../components/form/FormDialog.tsx";
import { SearchSelect } from "../../../components/form/SearchSelect.tsx";
import { searchable } from "../../../components/table/search.ts";
import { Facts } from "../../../components/ui/Facts.tsx";
import { Notice } from "../../../components/ui/Notice.tsx";
import { formatDay } from "../../../words/dates.ts";
import type { Book, Sold } from "./book.ts";
import type { Entry } from "./entries.ts";
import { type Candidate, nameOfSold, planOf } from "./match.ts";

const another = "another";
const aside = "aside";

type Props = {
  entry: Entry;
  book: Book;
  button: string;
  busyButton: string;
  onChoose: (chosen: Candidate) => Promise<void> | void;
  onAside: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** Everything that a statement says of a line, why it may be whose, and the choice among them. */
export function LineDialog({ entry, book, button, busyButton, onChoose, onAside, onClose }: Props) {
  const { line, match, chosen } = entry;
  const name = useId();
  const offered = match.candidates;
  const [choice, setChoice] = useState(
    chosen && !offered.some(({ subscription }) => subscription.id === chosen.subscription.id)
      ? another
      : (chosen?.subscription.id ?? (offered.length === 0 ? another : "")),
  );
  const [other, setOther] = useState(choice === another ? (chosen?.subscription.id ?? "") : "");
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();

  // Nothing is converted.
  const payable = useMemo(
    () => book.sold.filter(({ subscription }) => currencyOf(subscription) === line.currency),
    [book, line.currency],
  );
  const id = choice === another ? other : choice;
  const sold = useMemo(() => payable.find(({ subscription }) => subscription.id === id), [payable, id]);
  const plan = useMemo(() => sold && planOf(sold.subscription, line.cents), [sold, line.cents]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const problem =
      choice === aside
        ? reason.trim() === "" && "Please say why no payment is recorded of it."
        : (!sold && "Please choose whose it is.") ||
          (!plan && "This is for more than twelve periods: record it by hand, in parts.");
    setMissing(problem || undefined);
    if (problem) return;
    setBusy(true);
    setError(undefined);
    try {
      if (choice === aside) await onAside(reason.trim());
      else if (sold && plan) await onChoose({ ...sold, plan });
      onClose();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  }

  const option = (value: string, text: string, more?: string) => (
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
        {more && <span className="quiet small"> {more}</span>}
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
      title="Whose payment is this?"
      dirty={false}
      busy={busy}
      button={choice === aside ? "Set aside" : button}
      busyButton={choice === aside ? "Setting aside..." : busyButton}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      onDiscard={onClose}
      failure={
        error && (
          <Failure
            error={error}
            text={failureText(error, "The server refused it.", "There was no answer.")}
            advice="Nothing else was changed. Look at the line again, or try once more."
          />
        )
      }
    >
      <Facts facts={facts} />
      <Notice tone="plain" quiet>
        {match.why}
      </Notice>
      <div role="radiogroup" aria-label="Whose it is">
        {offered.map((one) => option(one.subscription.id, nameOfSold(one), `pays ${one.plan.says}`))}
        {option(another, offered.length > 0 ? "Another subscription" : "A subscription")}
        {option(aside, "Nobody's: set it aside")}
      </div>
      {choice === another && (
        <Stack gap={8}>
          <OtherField sold={payable} value={other} onChange={setOther} />
          {plan && <p role="status">{`It pays ${plan.says}.`}</p>}
        </Stack>
      )}
      {choice === aside && (
        <TextInput
          label="Reason"
          required
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      {missing && <Notice tone="error">{missing}</Notice>}
    </FormDialog>
  );
}

type OtherProps = { sold: readonly Sold[]; value: string; onChange: (id: string) => void };

/** Any subscription that can be paid, by its client or service. */
function OtherField({ sold, value, onChange }: OtherProps) {
  const all = useMemo(
    () =>
      sold.map((one) => {
        const { subscription, client } = one;
        const due = formatDay(subscription.next_billing_date);
        return {
          option: {
            value: subscription.id,
            label: `${nameOfSold(one)} (${formatCents(toCents(subscription.amount), currencyOf(subscription))}, due ${due})`,
          },
          text: searchable(nameOfSold(one), client.company, client.email, client.payment_reference ?? ""),
        };
      }),
    [sold],
  );
  return (
    <SearchSelect
      label="Subscription"
      placeholder="Type a client's name or reference"
      all={all}
      value={value}
      onChange={onChange}
      nothingFoundMessage="No active subscription fits."
    />
  );
}
