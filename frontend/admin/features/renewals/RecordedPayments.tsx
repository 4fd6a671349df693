import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { money } from "../../../../shared/amount.ts";
import { undoneText } from "../../../../shared/billing/payment-texts.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { nameOfPayment } from "../../../../shared/payments/labels.ts";
import { methodName, type Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { failureText } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { Amount } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { renewalsOf } from "../../queries/lists.ts";
import { undoFailed, type useRenewals } from "./queries.ts";

type Props = {
  id: string;
  undo: ReturnType<typeof useRenewals>["undo"];
  onUndo: (subscription: Subscription) => void;
};

/** The recorded payments, newest first. Each can be undone, with all its periods. */
export function RecordedPayments({ id, undo, onUndo }: Props) {
  const { data, error, isPending, refetch } = useQuery(renewalsOf(id));
  const byPayment = Map.groupBy(data ?? [], nameOfPayment);
  return (
    <section className="apart" aria-label="Recorded payments">
      <h3 style={{ marginBottom: 8 }}>Recorded payments</h3>
      {isPending && (
        <p className="quiet" role="status">
          Loading payments...
        </p>
      )}
      {error && (
        <Notice
          tone="error"
          action={
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {failureText(error, "Failed to fetch payments", "An error occurred while fetching payments")}
        </Notice>
      )}
      {undo.error && <Notice tone="error">{failureText(undo.error, ...undoFailed)}</Notice>}
      {undo.data?.note && (
        <Notice tone="warning" quiet>
          {undo.data.note}
        </Notice>
      )}
      {data?.length === 0 && <p className="quiet">No payments yet.</p>}
      <ul className="ruled">
        {data?.map((renewal) => {
          const several = byPayment.get(nameOfPayment(renewal)) ?? [];
          return (
            <Group
              component="li"
              key={`${renewal.period} ${renewal.id}`}
              justify="space-between"
              wrap="nowrap"
              gap={12}
              py={8}
            >
              <div>
                <div className="figures">
                  {formatDay(renewal.period)} · <Amount>{money(renewal.amount, currencyOf(renewal))}</Amount>
                  {renewal.part && <span className="quiet smaller"> part payment</span>}
                </div>
                <div className="quiet smaller" style={{ overflowWrap: "anywhere" }}>
                  {[`Paid ${formatDay(renewal.paid_on)}`, methodName(renewal.method), renewal.reference]
                    .filter(Boolean)
                    .join(" · ")}
                </div>
              </div>
              {several[0] === renewal && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={
                    several.length > 1
                      ? `Undo the payment of ${several.length} periods`
                      : `Undo the payment for ${formatDay(renewal.period)}`
                  }
                  aria-disabled={undo.isPending}
                  onClick={() => {
                    if (undo.isPending) return;
                    undo.mutate(renewal, {
                      onSuccess: (answer) => {
                        onUndo(answer.subscription);
                        announce(undoneText(answer, several.at(-1)?.period ?? renewal.period));
                      },
                    });
                  }}
                >
                  {undo.isPending && undo.variables.id === renewal.id
                    ? "Undoing..."
                    : several.length > 1
                      ? `Undo ${several.length} periods`
                      : "Undo"}
                </Button>
              )}
            </Group>
          );
        })}
      </ul>
    </section>
  );
}
