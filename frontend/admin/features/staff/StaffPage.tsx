import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import { memberFields } from "../../../../shared/staff/fields.ts";
import { type Member, nameOf } from "../../../../shared/staff/staff.ts";
import { failureText } from "../../../api.ts";
import { Switch } from "../../components/form/Switch.tsx";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import type { RowActions } from "../../components/table/RowActions.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { announce } from "../../components/ui/announce.ts";
import { AddButton, PageHead } from "../../components/ui/PageHead.tsx";
import { staffList } from "../../queries/lists.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { invitationText, staffExport, staffRules } from "./list.ts";
import { MemberDialog } from "./MemberDialog.tsx";
import { useSaveMfaPolicy } from "./queries.ts";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { staffColumns, staffFilters } from "./staff-list.tsx";

const texts: ListTexts = {
  loading: "Loading staff...",
  failed: ["Failed to fetch the staff", "An error occurred while fetching the staff"],
  empty: ["No staff yet", "People you invite are listed here."],
  noMatch: ["No staff found", "Nobody matches your search and filters.", "Show all staff"],
};
/** Until when the invitation holds is a third line. */
const isInvited = (member: Member) => invitationText(member) !== undefined;

/** Administrators invite staff here, change roles and disable accounts. */
export default function StaffPage() {
  const address = useAddress();
  const query = useQuery(staffList);
  const list = useList(staffRules, query.data?.rows, address);
  const dialog = useDialog();
  const [removing, setRemoving] = useState<string>();
  const { id: me } = usePerson();
  const columns = useMemo(() => staffColumns(me), [me]);
  const actions = useCallback(
    (member: Member): RowActions => ({
      main: {
        name: "Change",
        label: `Change ${nameOf(member)}`,
        icon: "edit",
        act: () => dialog.open("edit", member.id),
      },
    }),
    [dialog.open],
  );
  const editing = query.data?.rows.find(({ id }) => id === dialog.value("edit"));
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Staff"
            lead="People with access, and their roles. Disabling someone signs them out within seconds."
            action={
              <AddButton inHead onClick={() => dialog.open("add", "member")}>
                Invite
              </AddButton>
            }
            brief
          />
        }
        id="staff"
        title={query.data && counted(query.data.rows.length, "account")}
        texts={texts}
        status={statusOf(query)}
        list={list}
        search="Search staff"
        filters={staffFilters}
        exported={staffExport}
        table={{ columns, fields: memberFields, nameOf, actions, actionsWidth: "120px", tall: isInvited }}
      />
      {query.data && <MfaPolicy required={query.data.second_factor_demanded} />}
      {dialog.value("add") === "member" && <InviteDialog onClose={dialog.close} />}
      {editing && removing !== editing.id && (
        <MemberDialog
          key={editing.id}
          member={editing}
          own={editing.id === me}
          onRemove={() => setRemoving(editing.id)}
          onClose={dialog.close}
        />
      )}
      {editing && removing === editing.id && (
        <RemoveDialog
          member={editing}
          onClose={() => {
            setRemoving(undefined);
            dialog.close();
          }}
        />
      )}
    </>
  );
}

function MfaPolicy({ required }: { required: boolean }) {
  const save = useSaveMfaPolicy();
  return (
    <Switch
      mt={24}
      label="Require a sign-in code for everyone"
      description="People without one set it up at their next sign-in."
      checked={save.isPending ? save.variables : required}
      error={
        save.error &&
        failureText(save.error, "This could not be saved.", "The server did not respond. Try again.")
      }
      onChange={({ currentTarget: { checked } }) =>
        save.mutate(checked, {
          onSuccess: () =>
            announce(
              checked ? "Everyone now needs a sign-in code." : "A sign-in code is no longer required.",
            ),
        })
      }
    />
  );
}
