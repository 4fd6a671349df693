import { NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ChangeEvent } from "react";
import { errorsOf } from "../../../../shared/errors.ts";
import { roleNames } from "../../../../shared/staff/fields.ts";
import { NewMember, nameOf, type Role } from "../../../../shared/staff/staff.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { focusFirstError } from "../../components/form/use-record-form.ts";
import { announce } from "../../components/ui/announce.ts";
import { useInvite } from "./queries.ts";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    mode: "controlled",
    initialValues: { name: "", email: "", role: "staff" as Role },
    validate: (values) => errorsOf(NewMember, values),
  });
  const invite = useInvite();
  const submit = form.onSubmit((values) => {
    invite.mutate(values, {
      onSuccess: (member) => {
        announce(`${nameOf(member)} was invited.`);
        onClose();
      },
    });
  }, focusFirstError);
  return (
    <FormDialog
      title="Invite a member of staff"
      dirty={form.isDirty()}
      busy={invite.isPending}
      button="Send invitation"
      busyButton="Sending..."
      onSubmit={submit}
      onClose={onClose}
      failure={{
        error: invite.error,
        texts: ["Failed to send the invitation", "The server did not respond while sending the invitation"],
        advice: "What you typed is still here. Trying again sends no second email.",
      }}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        required
        disabled={invite.isPending}
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        description="They sign in with this address. The invitation is sent there and is valid for one week."
        required
        disabled={invite.isPending}
        {...form.getInputProps("email")}
      />
      <RoleChoice disabled={invite.isPending} {...form.getInputProps("role")} />
    </FormDialog>
  );
}

type ChoiceProps = {
  value?: string;
  disabled: boolean;
  /** The person has no role yet. */
  none?: boolean;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
};

export const RoleChoice = ({ none, ...props }: ChoiceProps) => (
  <NativeSelect
    label="Role"
    description="Admins also manage staff, see all activity and erase clients' data."
    data={[
      ...(none ? [{ value: "", label: roleNames.none }] : []),
      { value: "staff", label: roleNames.staff },
      { value: "admin", label: roleNames.admin },
    ]}
    {...props}
  />
);
