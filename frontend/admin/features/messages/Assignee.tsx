import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Message } from "../../../../shared/messages.ts";
import { failureText } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { colleagues } from "../../queries/staff.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { useAssign } from "./queries.ts";

/** Whose a message is to answer, and a way to give it to somebody else. */
export function Assignee({ message }: { message: Message }) {
  const { id: me } = usePerson();
  const staff = useQuery(colleagues).data;
  const assign = useAssign(message);
  const to = (assign.isPending ? assign.variables : message.assigned?.to) ?? "";
  const nameOf = (id: string) =>
    staff?.find((one) => one.id === id)?.name ?? (staff ? "somebody who has left" : "…");
  const known = staff?.some(({ id }) => id === to) ?? false;
  return (
    <NativeSelect
      size="xs"
      aria-label={`Who answers ${message.name}`}
      value={to}
      data={[
        { value: "", label: "For anybody" },
        ...(to && !known ? [{ value: to, label: `For ${nameOf(to)}` }] : []),
        ...(staff ?? []).map(({ id, name }) => ({
          value: id,
          label: id === me ? `For me (${name})` : `For ${name}`,
        })),
      ]}
      error={
        assign.error &&
        failureText(assign.error, "The message could not be assigned.", "The server did not reply.")
      }
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        assign.mutate(chosen || null, {
          onSuccess: () =>
            announce(
              chosen ? `${message.name} is for ${nameOf(chosen)}.` : `${message.name} is for anybody.`,
            ),
        });
      }}
    />
  );
}
