import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureText } from "../../../api.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { AddButton } from "../../components/ui/AddButton.tsx";
import { announce } from "../../components/ui/announce.ts";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { counted } from "../../words/count.ts";
import { staffColumns } from "./columns.tsx";
import { exported } from "./exported.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { MemberDialog } from "./MemberDialog.tsx";
import { staffList, useDemand } from "./queries.ts";
import { calledOf, roleNames, staffRules, stateNames } from "./words.ts";

const words: ListWords = {
  loading: "Loading staff...",
  failed: ["Failed to fetch the staff", "An error occurred while fetching the staff"],
  empty: ["Nobody is in", "Whoever is invited is listed here."],
  noMatch: ["Nobody matches", "Nobody on the staff fits this search and filter.", "Show everybody"],
};
const filters = [
  { name: "role", label: "Role", options: [["", "All Roles"] as const, ...Object.entries(roleNames)] },
  { name: "state", label: "State", options: [["", "All States"] as const, ...Object.entries(stateNames)] },
];

/** Who is in, for administrators: invites, gives roles, shuts out. */
export default function StaffPage() {
  const address = useAddress();
  const query = useQuery(staffList);
  const list = useList(staffRules, query.data?.rows, address);
  const dialog = useDialog();
  const { id: me } = usePerson();
  const columns = useMemo(() => staffColumns(me, (id) => dialog.open("edit", id)), [me, dialog.open]);
  const editing = query.data?.rows.find(({ id }) => id === dialog.value("edit"));
  return (
    <>
      <ListPage
        head={
          <>
            <PageHead
              title="Staff"
              lead="Who may come in, and as what. Whoever is shut out is out within seconds."
              action={
                <AddButton inHead onClick={() => dialog.open("add", "member")}>
                  Invite
                </AddButton>
              }
              brief
            />
            {query.data && <Demand demanded={query.data.second_factor_demanded} />}
          </>
        }
        id="staff"
        title={query.data && counted(query.data.rows.length, "account")}
        words={words}
        status={statusOf(query)}
        list={list}
        search="Search staff"
        filters={filters}
        cardsSortedBy={columns}
        exported={exported}
      >
        {(rows, cards) => (
          <DataTable
            label="Staff"
            columns={columns}
            rows={rows}
            sorting={list.sorting}
            cards={cards}
            nameOf={calledOf}
          />
        )}
      </ListPage>
      {dialog.value("add") === "member" && <InviteDialog onClose={dialog.close} />}
      {editing && (
        <MemberDialog key={editing.id} member={editing} own={editing.id === me} onClose={dialog.close} />
      )}
    </>
  );
}

/** Whether everybody has to have a second factor. */
function Demand({ demanded }: { demanded: boolean }) {
  const demand = useDemand();
  return (
    <Switch
      mb={20}
      label="Ask everybody for a second factor"
      description="Whoever has none sets one up at the next sign-in, before anything else."
      checked={demand.isPending ? demand.variables : demanded}
      error={
        demand.error &&
        failureText(demand.error, "That could not be saved.", "The server did not reply. Try again.")
      }
      onChange={({ currentTarget: { checked } }) =>
        demand.mutate(checked, {
          onSuccess: () =>
            announce(
              checked
                ? "From now on, everybody needs a second factor."
                : "A second factor is no longer asked of everybody.",
            ),
        })
      }
    />
  );
}
