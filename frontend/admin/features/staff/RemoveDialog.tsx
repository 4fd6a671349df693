import { useQuery } from "@tanstack/react-query";
import { activityNames } from "../../../../shared/activity/fields.ts";
import { counted } from "../../../../shared/count.ts";
import { formatMoment } from "../../../../shared/dates.ts";
import { type Member, type MemberExport, nameOf } from "../../../../shared/staff/staff.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Rows } from "../../components/many/Rows.tsx";
import { announce } from "../../components/ui/announce.ts";
import { exportsOf, useRemoveMember } from "./queries.ts";

const textOf = ({ kind, list, rows, filter }: MemberExport) =>
  [list ?? activityNames[kind], rows !== undefined && counted(rows, "row"), filter]
    .filter(Boolean)
    .join(", ");

/** Removes a member of staff, after showing what they exported, or withdraws an invitation. */
export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = nameOf(member);
  const isInvited = member.state === "invited";
  const exported = useQuery(exportsOf(member.id));
  const remove = useRemoveMember(member.id);
  const button = isInvited ? "Withdraw invitation" : "Remove";
  return (
    <FormDialog
      title={isInvited ? `Withdraw the invitation of ${name}` : `Remove ${name}`}
      danger
      button={button}
      busy={remove.isPending}
      busyButton={isInvited ? "Withdrawing..." : "Removing..."}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            announce(isInvited ? `The invitation of ${name} was withdrawn.` : `${name} was removed.`);
            onClose();
          },
        })
      }
      onClose={onClose}
      failure={{
        error: remove.error,
        texts: ["Failed to remove them", "The server did not respond while removing them"],
        advice: "Access may have ended already. Trying again does no harm.",
      }}
    >
      {/* Takes the focus, so that screen readers read it first. */}
      <p tabIndex={-1} data-autofocus style={{ outline: "none" }}>
        {isInvited
          ? "The password in the email stops working. You can invite the address again."
          : "They are signed out within seconds, and their account is deleted. The activity keeps their name. Messages assigned to them stay assigned until you change that."}
      </p>
      <Failure
        error={exported.error}
        texts={["We could not load what they exported", "We could not load what they exported"]}
        advice="Close this dialog and try again, if you want to see it first."
      />
      {exported.data && exported.data.length === 0 && !isInvited && (
        <p className="quiet">They saved no files in the last 30 days.</p>
      )}
      {exported.data && exported.data.length > 0 && (
        <Rows
          title="Files they saved in the last 30 days"
          rows={exported.data}
          idOf={({ at, list }) => `${at} ${list}`}
          nameOf={textOf}
          detail={({ at }) => formatMoment(at)}
        />
      )}
    </FormDialog>
  );
}
