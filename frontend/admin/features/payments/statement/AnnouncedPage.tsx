import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { money } from "../../../../../shared/amount.ts";
import { formatInstant, formatTime } from "../../../../../shared/dates.ts";
import { currencyOf } from "../../../../../shared/money.ts";
import type { Column } from "../../../components/table/columns.ts";
import { ListPage, type ListTexts } from "../../../components/table/ListPage.tsx";
import { statusOf, useAddress, useList } from "../../../components/table/use-list.ts";
import { Badge } from "../../../components/ui/Badge.tsx";
import { Lines } from "../../../components/ui/Lines.tsx";
import { Amount } from "../../../components/ui/Money.tsx";
import { Notice } from "../../../components/ui/Notice.tsx";
import { PageHead } from "../../../components/ui/PageHead.tsx";
import { backTo } from "../../../places.ts";
import { clientList, unmatchedPayments } from "../../../queries/lists.ts";
import {
  type Announced,
  announcedOf,
  announcedRules,
  isUnconfirmed,
  stateOf,
  unconfirmedText,
} from "./announced.ts";

const texts: ListTexts = {
  loading: "Loading payments...",
  failed: ["Failed to fetch the payments", "An error occurred while fetching the payments"],
  empty: ["No announced payments", "M-Pesa has confirmed every payment that it announced."],
  noMatch: ["No payments found", "No payment matches your search.", "Show all payments"],
};

/** Shows payments that M-Pesa announced and has not confirmed. They count nowhere, so the page has no actions. */
export default function AnnouncedPage() {
  const query = useQuery(unmatchedPayments("announced"));
  const clients = useQuery(clientList);
  const entries = useMemo(() => {
    const real = (clients.data?.rows ?? []).filter(({ sample, erased_at }) => !sample && !erased_at);
    const byReference = new Map(real.map((client) => [client.payment_reference, client]));
    return query.data?.rows.map((payment) => announcedOf(payment, (reference) => byReference.get(reference)));
  }, [query.data, clients.data]);
  const list = useList(announcedRules, entries, useAddress(), query.data?.complete);
  const late = entries?.filter(isUnconfirmed).length ?? 0;
  return (
    <ListPage
      head={
        <>
          <PageHead
            back={backTo("/admin/money")}
            title="Announced payments"
            lead="M-Pesa has announced these payments and not confirmed them yet. They count nowhere until it does."
          />
          {late > 0 && (
            <Notice tone="warning" quiet mb={16}>
              {unconfirmedText(late)}
            </Notice>
          )}
        </>
      }
      id="announced"
      title="Announced by M-Pesa, not confirmed yet"
      texts={texts}
      status={statusOf(query, clients)}
      list={list}
      search="Search payments"
      table={{ columns, nameOf: ({ reference }) => reference, grows: true }}
    />
  );
}

const columns: Column<Announced>[] = [
  {
    id: "recorded_at",
    header: "Announced",
    width: "132px",
    cell: ({ recorded_at }) => <Lines second={formatTime(recorded_at)}>{formatInstant(recorded_at)}</Lines>,
  },
  {
    id: "payer",
    names: true,
    header: "From",
    width: "16%",
    card: "1 / 1",
    cell: ({ payer, reference }) => (
      <Lines strong second={reference}>
        {payer || "Unknown"}
      </Lines>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    width: "150px",
    tight: "136px",
    align: "right",
    card: "1 / 2",
    cell: ({ amount, currency }) => (
      <Amount>{amount > 0 ? money(amount, currencyOf({ currency })) : "Unknown"}</Amount>
    ),
  },
  {
    id: "account",
    header: "Account",
    width: "24%",
    card: "2 / 1",
    cell: ({ account, client }) =>
      client ? (
        <Lines client={client.id} second={account ?? ""}>
          {client.name}
        </Lines>
      ) : (
        <Lines>{account || "None"}</Lines>
      ),
  },
  {
    id: "state",
    header: "State",
    width: "136px",
    tight: "124px",
    card: "2 / 2",
    cell: (entry) => <Badge tone={stateOf(entry).tone}>{stateOf(entry).name}</Badge>,
  },
  {
    id: "next",
    header: "What happens next",
    cell: (entry) => {
      const { next, note } = stateOf(entry);
      return (
        <div className="whole wrap" title={note ?? next}>
          <Lines {...(note && { second: note })}>{next}</Lines>
        </div>
      );
    },
  },
];
