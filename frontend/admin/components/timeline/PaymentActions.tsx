import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EntryOf } from "../../../../shared/clients/timeline.ts";
import { addDays, type Day } from "../../../../shared/day.ts";
import { clientOwed } from "../../queries/client-page.ts";
import { usePayments } from "../../queries/payments.ts";
import { removeQuestion } from "../../rules/payment-form.ts";
import { LineButton } from "./TimelineEntry.tsx";

type Props = {
  /** The client's id. */
  client: string;
  payment: Pick<EntryOf<"payment">, "id" | "paid_on" | "recorded_on">;
  /** Tells it from the other payments of the list. */
  name: string;
  today: Day;
  /** A refund cannot be corrected. */
  onCorrect?: () => void;
  onUndone?: () => void;
};

/** Corrects a payment or takes it back. One that was recorded before yesterday is removed only after a question. */
export function PaymentActions({ client, payment, name, today, onCorrect, onUndone }: Props) {
  const { id, paid_on, recorded_on = paid_on } = payment;
  const { undo, undoLater } = usePayments(client);
  const [asking, setAsking] = useState(false);
  const account = useQuery({ ...clientOwed(client), enabled: asking }).data;
  const paid = account?.payments.find((payment) => payment.id === id)?.allocations ?? [];
  const isRecent = recorded_on >= addDays(today, -1);
  const take = () => undo.isPending || undoLater(id, onUndone);
  if (asking)
    return (
      <span>
        {/* In elements of its own: a question is read before its buttons. */}
        <span role="status">{removeQuestion(paid, account?.charges ?? [])}</span>
        <LineButton
          color="red"
          aria-label={`Remove the ${name}`}
          aria-disabled={undo.isPending}
          onClick={take}
        >
          {undo.isPending ? "Removing..." : "Remove"}
        </LineButton>
        <LineButton autoFocus aria-label={`Keep the ${name}`} onClick={() => setAsking(false)}>
          Keep
        </LineButton>
      </span>
    );
  return (
    <span>
      {onCorrect && (
        <LineButton aria-label={`Correct the ${name}`} onClick={onCorrect}>
          Correct
        </LineButton>
      )}
      {isRecent ? (
        <LineButton aria-label={`Undo the ${name}`} aria-disabled={undo.isPending} onClick={take}>
          {undo.isPending ? "Undoing..." : "Undo"}
        </LineButton>
      ) : (
        <LineButton aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
          Remove payment
        </LineButton>
      )}
    </span>
  );
}
