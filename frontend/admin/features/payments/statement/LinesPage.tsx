import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { request } from "../../../../api.ts";
import { useDialog } from "../../../components/form/use-dialog.ts";
import { ListPage, type ListTexts } from "../../../components/table/ListPage.tsx";
import { statusOf, useAddress, useList } from "../../../components/table/use-list.ts";
import { announce } from "../../../components/ui/announce.ts";
import { PageHead } from "../../../components/ui/PageHead.tsx";
import { useTightTable } from "../../../components/ui/use-narrow.ts";
import { backTo } from "../../../places.ts";
import { keyOf } from "../../../queries/cache.ts";
import { unmatchedPayments } from "../../../queries/lists.ts";
import { LineDialog } from "./LineDialog.tsx";
import {
  amountText,
  entryOf,
  entryOfUnmatched,
  entryRules,
  linesExport,
  nameOfEntry,
} from "./line-entries.ts";
import { lineActions, lineColumns } from "./line-list.tsx";
import { ignore, matchesOf, restore, showStored } from "./use-entries.ts";

const texts: ListTexts = {
  loading: "Loading payments...",
  failed: ["Failed to fetch the payments", "An error occurred while fetching the payments"],
  empty: [
    "No unmatched payments",
    "Payments that we could not match are listed here until somebody assigns or ignores them.",
  ],
  noMatch: ["No payments found", "No payment matches your search and filters.", "Show all payments"],
};

const columnsAt = (isTight: boolean) => lineColumns(isTight).filter(({ id }) => id !== "state");
const filters = [
  {
    name: "ignored",
    label: "State",
    options: [
      ["", "Waiting"],
      ["yes", "Ignored"],
    ],
  },
] as const;

/** All payments that nobody has: to be assigned to a client, or ignored. */
export default function LinesPage() {
  const queryClient = useQueryClient();
  const address = useAddress();
  const showsIgnored = address.get("ignored") === "yes";
  const query = useQuery(unmatchedPayments(showsIgnored ? "ignored" : "unmatched"));
  const entries = useMemo(() => query.data?.rows.map(entryOfUnmatched), [query.data]);
  const list = useList(rules, entries, address);
  const dialog = useDialog();
  const isTight = useTightTable();
  const columns = useMemo(() => columnsAt(isTight), [isTight]);
  const actions = useMemo(
    () => lineActions(dialog.open, ({ id }) => restore(queryClient, id)),
    [dialog.open, queryClient],
  );
  const edited = entries?.find(({ id }) => id === dialog.value("edit"));
  const matched = useQuery({
    queryKey: keyOf("preview", "line", edited?.id ?? ""),
    gcTime: 0,
    queryFn: async () => (edited ? (await matchesOf([edited.line]))[0] : undefined),
    enabled: edited !== undefined,
  });
  const match = matched.data;

  function showUndoable(text: string, id: string) {
    showStored(queryClient);
    announce(text, "success", { name: "Undo", act: () => void restore(queryClient, id) });
  }
  return (
    <>
      <ListPage
        head={
          <PageHead
            back={backTo("/admin/money")}
            title="Unmatched payments"
            lead="Payments we could not match. Assign each to a client, or ignore it."
          />
        }
        id="lines"
        title={showsIgnored ? "Ignored" : "Waiting"}
        texts={texts}
        status={statusOf(query)}
        list={list}
        search="Search payments"
        filters={filters}
        exported={linesExport}
        table={{ columns, nameOf: nameOfEntry, actions, actionsWidth: "124px", grows: true }}
      />
      {edited && match && (
        <LineDialog
          key={edited.id}
          entry={entryOf(edited.id, edited.line, { ...match, payment_id: edited.id })}
          button="Record payment"
          busyButton="Recording..."
          onChoose={async ({ client_id, name, to }) => {
            const params = { id: edited.id };
            await request("PUT /api/v1/payments/{id}", { params, body: { client_id, ...(to && { to }) } });
            showUndoable(`The payment of ${amountText(edited.line)} was recorded for ${name}.`, edited.id);
          }}
          onIgnore={async (reason) => {
            await ignore(edited, reason);
            showUndoable(`The payment of ${amountText(edited.line)} is ignored.`, edited.id);
          }}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

const rules = { ...entryRules, defaultOrder: { id: "paid", desc: true } };
