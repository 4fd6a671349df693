import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { currencyOf, formatCents, toCents } from "../../../../../shared/money.ts";
import { lineKey } from "../../../../../shared/statement-lines.ts";
import { useDialog } from "../../../components/form/use-dialog.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { ListPage, type ListWords } from "../../../components/table/ListPage.tsx";
import { useAddress } from "../../../components/table/use-address.ts";
import { useList } from "../../../components/table/use-list.ts";
import { announce } from "../../../components/ui/announce.ts";
import { PageHead } from "../../../components/ui/PageHead.tsx";
import { waitingLines } from "../../../queries/statement-lines.ts";
import { lineColumns, nameOfEntry } from "./columns.tsx";
import { entryRules } from "./entries.ts";
import { exported } from "./exported.ts";
import { LineDialog } from "./LineDialog.tsx";
import type { Line } from "./read.ts";
import { record, setAside, showStored } from "./recording.ts";
import { useEntries } from "./use-entries.ts";

const words: ListWords = {
  loading: "Loading lines...",
  failed: ["Failed to fetch the lines", "An error occurred while fetching the lines"],
  empty: [
    "Nothing waits",
    "Lines of statements that nobody was found for are kept here, until somebody says whose they are.",
  ],
  noMatch: ["No lines match", "None fits this search.", "Show all lines"],
};

/** The lines of all statements that wait for somebody to say whose they are. */
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
  const { entries, book, error } = useEntries(lines);
  const list = useList(entryRules, entries, useAddress());
  const dialog = useDialog();
  const columns = useMemo(() => lineColumns({ open: (id) => dialog.open("edit", id) }), [dialog.open]);
  const looked = entries?.find(({ id }) => id === dialog.value("edit"));
  return (
    <>
      <Link to="/admin/payments" className="small" style={{ display: "block", marginBottom: 12 }}>
        Back to Payments
      </Link>
      <ListPage
        head={
          <PageHead
            title="Statement lines to be assigned"
            name="Statement lines"
            lead="What came in and nobody was found for: say whose each is, or set it aside."
          />
        }
        id="lines"
        title="Waiting"
        words={words}
        status={{
          error: query.error ?? error,
          pending: !entries && !query.error && !error,
          ...{ loadingMore: false, complete: entries !== undefined, unreadable: undefined },
          retry: () => void query.refetch(),
        }}
        list={list}
        search="Search lines"
        cardsSortedBy={columns}
        exported={exported}
      >
        {(rows, cards) => (
          <DataTable
            label="Statement lines to be assigned"
            columns={columns}
            rows={rows}
            sorting={list.sorting}
            cards={cards}
            nameOf={nameOfEntry}
          />
        )}
      </ListPage>
      {looked && book && (
        <LineDialog
          key={looked.id}
          entry={looked}
          book={book}
          button="Record payment"
          busyButton="Recording..."
          onChoose={async (chosen) => {
            const saved = await record(looked, chosen);
            showStored(queryClient, [saved]);
            announce(
              `${formatCents(looked.line.cents, looked.line.currency)} of ${chosen.client.name} is recorded.`,
            );
          }}
          onAside={async (reason) => {
            await setAside(looked, reason);
            showStored(queryClient, []);
            announce(`${formatCents(looked.line.cents, looked.line.currency)} is set aside.`);
          }}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
