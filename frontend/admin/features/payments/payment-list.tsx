import { money, moneyOrder } from "../../../../shared/amount.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { type Entry, entryFields, type Sum, sumText } from "../../../../shared/payments/list.ts";
import { methodName } from "../../../../shared/subscriptions/subscription.ts";
import { type Column, columnsOf } from "../../components/table/columns.ts";
import { Lines } from "../../components/ui/Lines.tsx";
import { Amount } from "../../components/ui/Money.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";

// The payments: their columns, from the declared fields.

/** `sums` are shown in the first row of each day. */
export const paymentColumns = (sums: ReadonlyMap<string, Sum>, mixed: boolean): Column<Entry>[] =>
  columnsOf<Entry>(entryFields, [
    {
      id: "paid_on",
      width: "18%",
      tight: "116px",
      card: "2 / 1",
      cell: ({ id, paid_on, currency }) => {
        const sum = sums.get(id);
        const usual = currencyOf({ currency });
        return (
          <div className="figures" title={formatLongDay(paid_on)}>
            {formatDay(paid_on)}
            {sum && (
              <div className="quiet smaller" title={sumText(sum, usual)}>
                <SumLines sums={sum.sums} usual={usual} />
              </div>
            )}
          </div>
        );
      },
    },
    {
      id: "client_name",
      card: "1 / 1",
      cell: ({ client_id, client_name, sample, service, credit, refund }) => (
        <Lines
          strong
          {...(client_id && { client: client_id })}
          badges={<SampleBadge sample={sample} />}
          second={refund ? "Refund" : credit ? "Credit" : service}
        >
          {client_name}
        </Lines>
      ),
    },
    { id: "period", width: "132px", tight: "116px", className: "figures" },
    {
      id: "method",
      width: "120px",
      tight: "108px",
      cell: ({ method, part }) => (
        <Lines {...(part && { second: "part payment" })}>{methodName(method) || "unknown"}</Lines>
      ),
    },
    {
      id: "reference",
      width: "16%",
      tight: "15%",
      card: "2 / 2",
      cell: ({ reference }) => (
        <div className="cut figures" title={reference}>
          {reference}
        </div>
      ),
    },
    {
      id: "amount",
      title: mixed ? moneyOrder : undefined,
      width: "150px",
      tight: "140px",
      align: "right",
      card: "1 / 2",
      cell: ({ amount, currency }) => (
        <span className="figures">
          <Amount>{money(amount, currencyOf({ currency }))}</Amount>
        </span>
      ),
    },
  ]);
