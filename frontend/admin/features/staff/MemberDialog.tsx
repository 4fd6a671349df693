import { Button, Group, Switch } from "@mantine/core";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { type Member, type MemberChange, Role } from "../../../../shared/staff.ts";
import { failureText } from "../../../api.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { announce } from "../../components/ui/announce.ts";
import { RoleChoice } from "./InviteDialog.tsx";
import { useChangeMember, useInviteAgain, useResetSecondFactor } from "./queries.ts";
import { calledOf } from "./words.ts";

type Props = { member: Member; own: boolean; onClose: () => void };

/** What an administrator can do about one member of staff. */
export function MemberDialog({ member, own, onClose }: Props) {
  const name = calledOf(member);
  const out = member.state === "shut-out";
  const [role, setRole] = useState<string>(member.role ?? "");
  const [shutOut, setShutOut] = useState(out);
  const save = useChangeMember(member.id);
  const invite = useInviteAgain(member.id);
  const reset = useResetSecondFactor(member.id);
  const busy = save.isPending || invite.isPending || reset.isPending;
  const error = save.error ?? invite.error ?? reset.error;
  const wanted: MemberChange = {
    ...(role !== (member.role ?? "") && { role: Role.parse(role) }),
    ...(shutOut !== out && { shut_out: shutOut }),
  };
  const dirty = Object.keys(wanted).length > 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!dirty) return onClose();
    save.mutate(wanted, {
      onSuccess: () => {
        announce(saidOf(name, wanted));
        onClose();
      },
    });
  }
  const then = (text: string) => ({
    onSuccess: () => {
      announce(text);
      onClose();
    },
  });

  return (
    <FormDialog
      title={name}
      dirty={dirty}
      busy={busy}
      danger={wanted.shut_out === true}
      button={wanted.shut_out ? "Shut out" : "Save"}
      busyButton="Saving..."
      onSubmit={submit}
      onClose={onClose}
      onDiscard={onClose}
      failure={
        error && (
          <Failure
            error={error}
            text={failureText(error, "Failed to save it", "The server did not reply while saving it")}
            advice="Trying again does no harm."
          />
        )
      }
    >
      <p className="quiet small">{member.email}</p>
      <RoleChoice
        none={!member.role}
        value={role}
        disabled={busy}
        onChange={({ currentTarget }: ChangeEvent<HTMLSelectElement>) => setRole(currentTarget.value)}
      />
      {!own && (
        <Switch
          label="Shut out"
          description="Cannot sign in; where they are signed in, they are out within seconds. What they did stays."
          disabled={busy}
          checked={shutOut}
          onChange={({ currentTarget }) => setShutOut(currentTarget.checked)}
        />
      )}
      {!own && (member.state === "invited" || member.second_factor) && (
        <Group gap={10}>
          {member.state === "invited" && (
            <Button
              variant="default"
              aria-disabled={busy}
              onClick={() => !busy && invite.mutate(undefined, then(`${name} is invited again.`))}
            >
              Invite again
            </Button>
          )}
          {member.second_factor && (
            <Button
              variant="default"
              aria-disabled={busy}
              onClick={() =>
                !busy && reset.mutate(undefined, then(`${name} signs in without a second factor for now.`))
              }
            >
              Reset second factor
            </Button>
          )}
        </Group>
      )}
    </FormDialog>
  );
}

function saidOf(name: string, { role, shut_out }: MemberChange): string {
  if (shut_out) return `${name} is shut out.`;
  if (shut_out === false) return `${name} can sign in again.`;
  return `${name} is ${role} now.`;
}
