import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import { failureText } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { renewalsOf } from "../../queries/renewals.ts";
import { dollars } from "../../words/amount.ts";
import { formatDay } from "../../words/dates.ts";
import type { useRenewals } from "./queries.ts";

type Props = {
  id: string;
  undo: ReturnType<typeof useRenewals>["undo"];
  onUndo: (subscription: Subscription) => void;
};

/** The renewals on record, newest first; only the newest can be undone. */
export function OnRecord({ id, undo, onUndo }: Props) {
  const { data, error, isPending, refetch } = useQuery(renewalsOf(id));
  return (
    <section className="apart" style={{ marginTop: 24 }} aria-label="Renewals on record">
      <h3 style={{ marginBottom: 8 }}>Renewals on record</h3>
      {isPending && (
        <p className="quiet" role="status">
          Loading renewals...
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
          {failureText(error, "Failed to fetch renewals", "An error occurred while fetching renewals")}
        </Notice>
      )}
      {undo.error && (
        <Notice tone="error">
          {failureText(
            undo.error,
            "Failed to undo the renewal",
            "An error occurred while undoing the renewal",
          )}
        </Notice>
      )}
      {undo.data?.note && (
        <Notice tone="warning" quiet>
          {undo.data.note}
        </Notice>
      )}
      {data?.length === 0 && <p className="quiet">None yet. The first one will be listed here.</p>}
      <ul className="ruled">
        {data?.map((renewal, index) => (
          <Group component="li" key={renewal.period} justify="space-between" wrap="nowrap" gap={12} py={8}>
            <div>
              <div className="figures">
                {formatDay(renewal.period)} · {dollars(renewal.amount)}
              </div>
              <div className="quiet smaller" style={{ overflowWrap: "anywhere" }}>
                Paid {formatDay(renewal.paid_on)}
                {renewal.reference && ` · ${renewal.reference}`}
              </div>
            </div>
            {index === 0 && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Undo the renewal of ${formatDay(renewal.period)}`}
                aria-disabled={undo.isPending}
                onClick={() => {
                  if (undo.isPending) return;
                  undo.mutate(renewal.period, {
                    onSuccess: ({ subscription, note }) => {
                      onUndo(subscription);
                      announce(note ?? `The period of ${formatDay(renewal.period)} is unpaid again.`);
                    },
                  });
                }}
              >
                {undo.isPending ? "Undoing..." : "Undo"}
              </Button>
            )}
          </Group>
        ))}
      </ul>
    </section>
  );
}
