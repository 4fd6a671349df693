import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import {
  entryRules,
  linesExport,
  nameOfEntry,
} from "../../../../../shared/billing/statement-lines/entries.ts";
import type { Line } from "../../../../../shared/billing/statement-lines/read.ts";
import { currencyOf, formatCents, toCents } from "../../../../../shared/money.ts";
import { lineKey } from "../../../../../shared/payments/statement-line.ts";
import { useDialog } from "../../../components/form/use-dialog.ts";
import { ListPage, type ListWords } from "../../../components/table/ListPage.tsx";
import { useAddress } from "../../../components/table/use-address.ts";
import { useList } from "../../../components/table/use-list.ts";
import { announce } from "../../../components/ui/announce.ts";
import { PageHead } from "../../../components/ui/PageHead.tsx";
import { waitingLines } from "../../../queries/lists.ts";
import { LineDialog } from "./LineDialog.tsx";
import { lineActions, lineColumns } from "./line-list.tsx";
import { ignoreLine, record, showStored, useEntries } from "./use-entries.ts";

const words: ListWords = {
  loading: "Loading lines...",
  failed: ["Failed to fetch the lines", "An error occurred while fetching the lines"],
  empty: [
    "No unmatched payments",
    "Statement lines that we could not match are listed here until somebody assigns or ignores them.",
  ],
  noMatch: ["No lines match", "No line matches your search.", "Show all lines"],
};

const columns = lineColumns();

/** The lines of all statements that wait to be assigned to a client. */
export default function LinesPage() {
  const queryClient = useQueryClient();
  const query = useQuery(waitingLines);
  const lines = useMemo(
    () =>
      query.data?.map(({ kept: _, ...line }): Line => {
        const cents = toCents(line.amount);
        return { ...line, id: lineKey({ ...line, cents }), cents, currency: currencyOf(line) };
      }),
    [query.data],
  );
  const { entries, matchIndex, error } = useEntries(lines);
  const list = useList(entryRules, entries, useAddress());
  const dialog = useDialog();
  const actions = useMemo(() => lineActions((id) => dialog.open("edit", id)), [dialog.open]);
  const edited = entries?.find(({ id }) => id === dialog.value("edit"));
  return (
    <>
      <Link to="/admin/payments" className="small" style={{ display: "block", marginBottom: 12 }}>
        Back to Payments
      </Link>
      <ListPage
        head={
          <PageHead
            title="Unmatched payments"
            lead="Payments we could not match. Assign each to a client, or ignore it."
          />
        }
        id="lines"
        title="Waiting"
        words={words}
        status={{
          error: query.error ?? error,
          pending: !entries && !query.error && !error,
          loadingMore: false,
          complete: entries !== undefined,
          unreadable: undefined,
          retry: () => void query.refetch(),
        }}
        list={list}
        search="Search lines"
        exported={linesExport}
        table={{ columns, nameOf: nameOfEntry, actions, actionsWidth: "112px" }}
      />
      {edited && matchIndex && (
        <LineDialog
          key={edited.id}
          entry={edited}
          matchIndex={matchIndex}
          button="Record payment"
          busyButton="Recording..."
          onChoose={async (chosen) => {
            const saved = await record(edited, chosen);
            showStored(queryClient, [saved]);
            announce(
              `The payment of ${formatCents(edited.line.cents, edited.line.currency)} from ${chosen.client.name} was recorded.`,
            );
          }}
          onIgnore={async (reason) => {
            await ignoreLine(edited, reason);
            showStored(queryClient, []);
            announce(`The payment of ${formatCents(edited.line.cents, edited.line.currency)} is ignored.`);
          }}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
