import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Message } from "../../../../shared/messages/message.ts";
import { failureText } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { colleagues } from "../../queries/staff.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { useAssign } from "./queries.ts";

/** Shows who a message is assigned to, and assigns it to somebody else. */
export function Assignee({ message }: { message: Message }) {
  const { id: me } = usePerson();
  const staff = useQuery(colleagues).data;
  const assign = useAssign(message);
  const to = (assign.isPending ? assign.variables : message.assigned?.to) ?? "";
  const nameOf = (id: string) =>
    staff?.find((one) => one.id === id)?.name ?? (staff ? "a former member of staff" : "…");
  const known = staff?.some(({ id }) => id === to) ?? false;
  return (
    <NativeSelect
      size="xs"
      aria-label={`Assign the message from ${message.name}`}
      value={to}
      data={[
        { value: "", label: "Unassigned" },
        ...(to && !known ? [{ value: to, label: `Assigned to ${nameOf(to)}` }] : []),
        ...(staff ?? []).map(({ id, name }) => ({
          value: id,
          label: id === me ? `Assigned to me (${name})` : `Assigned to ${name}`,
        })),
      ]}
      error={
        assign.error &&
        failureText(assign.error, "The message could not be assigned.", "The server did not respond.")
      }
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        assign.mutate(chosen || null, {
          onSuccess: () =>
            announce(
              chosen
                ? `The message from ${message.name} is assigned to ${nameOf(chosen)}.`
                : `The message from ${message.name} is unassigned.`,
            ),
        });
      }}
    />
  );
}
