import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { formatCents, toCents } from "../../../../shared/money.ts";
import type { ClientPayment } from "../../../../shared/payments/client-account.ts";
import { methodName } from "../../../../shared/subscriptions/subscription.ts";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Amount } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { clientOwed } from "../../queries/client-page.ts";
import { distinctNames } from "../../rules/distinct-names.ts";
import { undoneText } from "../../rules/payment-form.ts";
import { undoFailed, type usePayments } from "./queries.ts";

/** More are in the client's timeline. */
const MAX_PAYMENTS = 8;

type Props = { client: string; undo: ReturnType<typeof usePayments>["undo"]; onUndone: () => Promise<void> };

/** The newest recorded payments. Each can be undone, with all that it paid. */
export function RecordedPayments({ client, undo, onUndone }: Props) {
  const query = useQuery(clientOwed(client));
  const { data, isPending } = query;
  const open = data?.charges.filter(({ state }) => state === "open") ?? [];
  const payments = (data?.payments ?? []).toSorted(newestFirst).slice(0, MAX_PAYMENTS);
  const nameOf = distinctNames(
    payments,
    (payment) => `the payment ${periodsOf(payment)}`,
    (payment) => `${textOf(payment)}, paid ${formatDay(payment.paid_on)}`,
  );
  return (
    <section className="apart" aria-label="Recorded payments">
      <h3 style={{ marginBottom: 8 }}>Recorded payments</h3>
      {isPending && (
        <p className="quiet" role="status">
          Loading payments...
        </p>
      )}
      <QueryFailure query={query} texts={failed} />
      <ErrorNotice error={undo.error} texts={undoFailed} />
      {undo.data?.note && (
        <Notice tone="warning" quiet>
          {undo.data.note}
        </Notice>
      )}
      {data && payments.length === 0 && <p className="quiet">No payments yet.</p>}
      <ul className="ruled">
        {payments.map((payment) => {
          const { id, allocations: paid } = payment;
          return (
            <Group component="li" key={id} justify="space-between" wrap="nowrap" gap={12} py={8}>
              <div>
                <div className="figures">
                  <Amount>{textOf(payment)}</Amount>
                  <span>{` ${periodsOf(payment)}`}</span>
                  {open.some((charge) => paid.some(({ charge_id }) => charge_id === charge.id)) && (
                    <span className="quiet smaller"> part payment</span>
                  )}
                </div>
                <div className="quiet smaller" style={{ overflowWrap: "anywhere" }}>
                  {[
                    `Paid ${formatDay(payment.paid_on)}`,
                    methodName(payment.method),
                    payment.reference,
                    payment.receipt_number && `Receipt ${payment.receipt_number}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </div>
              </div>
              <Button
                size="xs"
                variant="default"
                flex="none"
                aria-label={`Undo ${nameOf(payment)}`}
                aria-disabled={undo.isPending}
                onClick={() =>
                  undo.isPending ||
                  undo.mutate(id, {
                    onSuccess: (answer) => {
                      announce(undoneText(answer));
                      void onUndone();
                    },
                  })
                }
              >
                {undo.isPending && undo.variables === id ? "Undoing..." : "Undo"}
              </Button>
            </Group>
          );
        })}
      </ul>
    </section>
  );
}

const textOf = (payment: ClientPayment) => formatCents(toCents(payment.amount), payment.currency);

function periodsOf({ allocations: [first, ...more], refund, paid_on }: ClientPayment): string {
  if (!first) return refund ? "refunded" : "of credit";
  return more.length === 0
    ? `for ${formatDay(first.period ?? paid_on)}`
    : `of ${counted(more.length + 1, "period")}`;
}

const newestFirst = (a: ClientPayment, b: ClientPayment) => (a.recorded_at < b.recorded_at ? 1 : -1);

const failed = ["Failed to fetch payments", "An error occurred while fetching payments"] as const;
