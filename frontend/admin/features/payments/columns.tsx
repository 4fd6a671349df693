import { type Currency, currencyOf, formatSums } from "../../../../shared/money.ts";
import type { Column } from "../../components/table/columns.ts";
import { Lines } from "../../components/ui/Lines.tsx";
import { Amount } from "../../components/ui/Money.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { money, moneyOrder } from "../../labels/amount.ts";
import { counted } from "../../labels/count.ts";
import { formatDay, formatLongDay, formatMoment } from "../../labels/dates.ts";
import { methodName } from "../../labels/payments.ts";
import type { Entry, Sum } from "./ledger.ts";

const sumText = ({ count, sums }: Sum, usual: Currency) =>
  `${counted(count, "payment")}, ${formatSums(sums, usual)}`;

/** `sums` are shown in the first row of each day. */
export const paymentColumns = (sums: ReadonlyMap<string, Sum>, mixed: boolean): Column<Entry>[] => [
  {
    id: "paid",
    header: "Paid on",
    width: "18%",
    tight: "150px",
    card: "2 / 1",
    cell: ({ id, payment }) => {
      const sum = sums.get(id);
      const usual = currencyOf(payment);
      return (
        <div className="figures" title={formatLongDay(payment.paid_on)}>
          {formatDay(payment.paid_on)}
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
    id: "client",
    header: "Client",
    card: "1 / 1",
    cell: ({ payment }) => (
      <Lines
        strong
        {...(payment.client_id && { client: payment.client_id })}
        badges={<SampleBadge sample={payment.sample} />}
        {...(payment.service && { second: payment.service })}
      >
        {payment.client_name}
      </Lines>
    ),
  },
  {
    id: "period",
    header: "Period due",
    width: "132px",
    tight: "116px",
    cell: ({ payment }) => <span className="figures">{formatDay(payment.period)}</span>,
  },
  {
    id: "method",
    header: "Method",
    width: "104px",
    tight: "92px",
    cell: ({ payment }) => methodName(payment.method) || <span className="quiet">unknown</span>,
  },
  {
    id: "reference",
    header: "Reference",
    width: "16%",
    tight: "15%",
    card: "2 / 2",
    cell: ({ payment }) => (
      <div className="cut figures" title={`Recorded ${formatMoment(payment.recorded_at)}`}>
        {payment.reference}
      </div>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    title: mixed ? moneyOrder : undefined,
    width: "150px",
    tight: "140px",
    align: "right",
    card: "1 / 2",
    cell: ({ payment }) => (
      <span className="figures">
        <Amount>{money(payment.amount, currencyOf(payment))}</Amount>{" "}
        {payment.part && (
          <span className="quiet smaller" style={{ display: "block" }}>
            part payment
          </span>
        )}
      </span>
    ),
  },
];
