import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { money, moneyOrder } from "../../../../shared/amount.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Currency } from "../../../../shared/money.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { columnsOf } from "../../components/table/columns.ts";
import { ListPage } from "../../components/table/ListPage.tsx";
import { clientPage, type RowActions } from "../../components/table/RowActions.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { SampleBadge, Tag } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Amount, Money } from "../../components/ui/Money.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { clientList, owedRows, subscriptionList } from "../../queries/lists.ts";
import { companyBeside } from "../../rules/client-company.ts";
import {
  type Debt,
  debtFields,
  debtFilters,
  debtRules,
  debtsExport,
  debtsOf,
  debtTags,
  debtTexts,
  overdueClients,
} from "./debts.ts";

const ages = ["age_30", "age_60", "age_90", "age_more"] as const;

/** The total beside it says the currency. */
const withoutCurrency = (amount: number, currency: Currency) =>
  money(amount, currency).replace(/^[^\d]+/, "");

const columns = columnsOf<Debt>(debtFields, [
  {
    id: "client_name",
    card: "1 / 1 / 3 / 2",
    cell: ({ client_id, client_name, company, since, days, periods, sample }) => (
      <>
        <Lines strong client={client_id} badges={<SampleBadge sample={sample} />}>
          {client_name}
        </Lines>
        <div
          className="cut quiet smaller"
          title={periods > 0 ? `${counted(days, "day")} overdue` : undefined}
        >
          {[
            companyBeside(client_name, company),
            periods > 0 && `since ${formatDay(since)}, ${counted(periods, "period")}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </div>
      </>
    ),
  },
  ...ages.map((id) => ({
    id,
    title: moneyOrder,
    width: "126px",
    tight: "98px",
    align: "right" as const,
    cell: (debt: Debt) => (
      <span className="figures smaller">
        {debt[id] === 0 ? "–" : <Amount>{withoutCurrency(debt[id], debt.currency)}</Amount>}
      </span>
    ),
  })),
  {
    id: "overdue",
    title: moneyOrder,
    width: "166px",
    tight: "156px",
    align: "right",
    card: "1 / 2",
    cell: ({ overdue, on_hold, currency }) => (
      <>
        {overdue > 0 && (
          <strong className="figures smaller">
            <Amount>{money(overdue, currency)}</Amount>
          </strong>
        )}
        {on_hold > 0 && (
          <div className="quiet figures smaller">
            <Money>{`${money(on_hold, currency)} on hold`}</Money>
          </div>
        )}
      </>
    ),
  },
]);

const nameOf = ({ client_name }: Debt) => client_name;
const detailOf = ({ overdue, on_hold, currency }: Debt) => money(overdue || on_hold, currency);

/** Who owes how much, since when. */
export default function OverduePage() {
  const subscriptions = useQuery(subscriptionList);
  const clients = useQuery(clientList);
  const today = subscriptions.data?.today ?? "";
  const complete = subscriptions.data?.complete && clients.data?.complete;
  const debts = useMemo(
    () => complete && debtsOf(owedRows(subscriptions.data), clients.data?.rows ?? [], today),
    [complete, subscriptions.data, clients.data, today],
  );
  const list = useList(debtRules, debts || undefined, useAddress(), complete);
  const dialog = useDialog();
  const actions = useCallback(
    ({ client_name, client_id }: Debt, name: string): RowActions => ({
      main: {
        name: "Record payment",
        label: `Record payment from ${name}`,
        icon: "payment",
        shortcut: "r",
        act: () => dialog.open("pay", client_id),
      },
      page: clientPage(client_id, client_name),
    }),
    [dialog.open],
  );
  return (
    <ListPage
      head={<PageHead title="Due" />}
      id="overdue"
      title={debts ? counted(overdueClients(debts), "client") : undefined}
      texts={debtTexts}
      status={statusOf(subscriptions, clients)}
      list={list}
      search="Search overdue clients"
      filters={debtFilters}
      figures={list.shown && debtTags(list.shown).map((text) => <Tag key={text}>{text}</Tag>)}
      exported={debtsExport(today)}
      table={{ columns, fields: debtFields, nameOf, detailOf, actions, actionsWidth: "168px" }}
    />
  );
}
