import { Button, Group } from "@mantine/core";
import { type ChangeEvent, useState } from "react";
import { type Member, type MemberChange, nameOf, Role } from "../../../../shared/staff/staff.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { announce } from "../../components/ui/announce.ts";
import { RoleChoice } from "./InviteDialog.tsx";
import { useChangeMember, useInviteAgain, useResetMfa } from "./queries.ts";

type Props = { member: Member; own: boolean; onRemove: () => void; onClose: () => void };

/** An administrator changes one member of staff. */
export function MemberDialog({ member, own, onRemove, onClose }: Props) {
  const name = nameOf(member);
  const wasDisabled = member.state === "disabled";
  const [role, setRole] = useState<string>(member.role ?? "");
  const [disabled, setDisabled] = useState(wasDisabled);
  const save = useChangeMember(member.id);
  const invite = useInviteAgain(member.id);
  const reset = useResetMfa(member.id);
  const busy = save.isPending || invite.isPending || reset.isPending;
  const change: MemberChange = {
    ...(role !== (member.role ?? "") && { role: Role.parse(role) }),
    ...(disabled !== wasDisabled && { disabled: disabled }),
  };
  const dirty = Object.keys(change).length > 0;

  function submit() {
    if (!dirty) return onClose();
    save.mutate(change, onSaved(savedText(name, change)));
  }
  const onSaved = (text: string) => ({
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
      danger={change.disabled === true}
      button={change.disabled ? "Disable" : "Save"}
      busyButton="Saving..."
      onSubmit={submit}
      onClose={onClose}
      failure={{
        error: save.error ?? invite.error ?? reset.error,
        texts: ["Failed to save", "The server did not respond while saving"],
        advice: "Trying again does no harm.",
      }}
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
          label="Disabled"
          description="They cannot sign in, and are signed out within seconds. Their records are kept."
          disabled={busy}
          checked={disabled}
          onChange={({ currentTarget }) => setDisabled(currentTarget.checked)}
        />
      )}
      {!own && (
        <Group gap={10}>
          {member.state === "invited" && (
            <Button
              variant="default"
              aria-disabled={busy}
              onClick={() => !busy && invite.mutate(undefined, onSaved(`${name} was invited again.`))}
            >
              Invite again
            </Button>
          )}
          {member.second_factor && (
            <Button
              variant="default"
              aria-disabled={busy}
              onClick={() =>
                !busy && reset.mutate(undefined, onSaved(`${name} now signs in without a sign-in code.`))
              }
            >
              Reset sign-in code
            </Button>
          )}
          <Button variant="default" color="red" aria-disabled={busy} onClick={() => !busy && onRemove()}>
            {member.state === "invited" ? "Withdraw invitation..." : "Remove..."}
          </Button>
        </Group>
      )}
    </FormDialog>
  );
}

function savedText(name: string, { role, disabled }: MemberChange): string {
  if (disabled) return `${name} is disabled.`;
  if (disabled === false) return `${name} can sign in again.`;
  return `${name} is now ${role}.`;
}
