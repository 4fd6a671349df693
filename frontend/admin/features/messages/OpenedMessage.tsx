import { Group, Box as MantineBox, NativeSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatMoment } from "../../../../shared/dates.ts";
import { type Box, type Message, messageReference } from "../../../../shared/messages/message.ts";
import type { Colleague } from "../../../../shared/staff/staff.ts";
import { failureText } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { Facts } from "../../components/ui/Facts.tsx";
import { colleagues } from "../../queries/lists.ts";
import { callLink, mailLink } from "../../rules/contact-links.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import classes from "./MessagesPage.module.css";
import { useAssign } from "./queries.ts";

/** The whole text, and everything the message knows. */
export function OpenedMessage({ message, box }: { message: Message; box: Box }) {
  const { id, email, phone, product, answers = [], received_at, moved } = message;
  const call = callLink(message);
  const asked = answers.map(({ question, answer }) => [question, answer] as const);
  if (product) asked.unshift(["Quote for", product]);
  const linkTo = (href: string, text: string) => (
    <a key={text} href={href}>
      {text}
    </a>
  );
  const facts: [string, React.ReactNode][] = [["Email", linkTo(mailLink(email), email)]];
  if (phone) facts.push(["Phone", call ? linkTo(call, phone) : phone]);
  facts.push(["Received", formatMoment(received_at)], ["Reference", messageReference(id)]);
  if (box === "answered" && moved) facts.push(["Answered", formatMoment(moved.at)]);
  return (
    <Group className={`wrap ${classes.opened}`} align="flex-start" justify="space-between" gap="16px 40px">
      <Stack gap={12} flex="1 1 320px" maw="70ch">
        <MantineBox component="p" className="lines" lh={1.55}>
          {message.message}
        </MantineBox>
        {asked.length > 0 && <Facts facts={asked} />}
      </Stack>
      <Stack gap={12}>
        <Facts facts={facts} />
        <Assignee message={message} />
      </Stack>
    </Group>
  );
}

export const nameIn = (staff: readonly Colleague[] | undefined, id: string) =>
  staff?.find((member) => member.id === id)?.name ?? (staff ? "a former member of staff" : "…");

/** Shows who a message is assigned to, and assigns it to somebody else. */
function Assignee({ message }: { message: Message }) {
  const { id: me } = usePerson();
  const staff = useQuery(colleagues).data;
  const assign = useAssign(message);
  const to = (assign.isPending ? assign.variables : message.assigned?.to) ?? "";
  const isStaff = staff?.some(({ id }) => id === to) ?? false;
  return (
    <NativeSelect
      size="sm"
      aria-label={`Assign the message from ${message.name}`}
      value={to}
      data={[
        { value: "", label: "Unassigned" },
        ...(to && !isStaff ? [{ value: to, label: `Assigned to ${nameIn(staff, to)}` }] : []),
        ...(staff ?? []).map(({ id, name }) => ({
          value: id,
          label: id === me ? `Assigned to me (${name})` : `Assigned to ${name}`,
        })),
      ]}
      error={
        assign.error &&
        failureText(assign.error, "The message could not be assigned.", "The server did not respond.")
      }
      onChange={({ currentTarget: { value: chosen } }) =>
        assign.mutate(chosen || null, {
          onSuccess: () =>
            announce(
              chosen
                ? `The message from ${message.name} is assigned to ${nameIn(staff, chosen)}.`
                : `The message from ${message.name} is unassigned.`,
            ),
        })
      }
    />
  );
}
