import { Box, Button, Group } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { count } from "../../../../shared/count.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ClientLink } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { useSettleNote } from "../../queries/client-page.ts";
import { messageList } from "../../queries/messages.ts";
import { senderStatus } from "../../queries/reminders.ts";
import { companyBeside } from "../../rules/client-company.ts";
import classes from "./DashboardPage.module.css";
import type { Dashboard } from "./queries.ts";
import { type TodayLine, todayLines } from "./today-lines.ts";

/** The others are one press away. */
const MAX_LINES = 4;

/** What needs a person today. */
export function Today({ data }: { data: Dashboard }) {
  const [params] = useSearchParams();
  const messages = useInfiniteQuery(messageList("waiting"));
  const sender = useQuery(senderStatus);
  const waiting = messages.data?.pages.reduce((sum, page) => sum + page.messages.length, 0) ?? 0;
  const lines = todayLines(data, {
    messages: { count: waiting, more: messages.hasNextPage },
    sender: sender.data,
  });
  const all = params.get("today") === "all";
  return (
    <section aria-labelledby="today">
      <Group justify="space-between" wrap="nowrap" h={{ base: 32, sm: 28 }}>
        <Group gap="0 12px" wrap="nowrap" align="baseline">
          <h2 id="today">Today</h2>
          {lines.length === 0 && (
            <span className="quiet small">
              <span>Nothing needs you now.</span>
              <Box component="span" visibleFrom="sm">
                {" A note with a day, written on a client's page, appears here on that day."}
              </Box>
            </span>
          )}
        </Group>
        {lines.length > MAX_LINES && (
          <Box
            component={Link}
            to={all ? "?" : "?today=all"}
            className="action"
            mih={{ base: 44, sm: 32 }}
            mr={-8}
            aria-label={all ? "Show fewer lines" : `See all ${count(lines.length)} lines of today`}
          >
            {all ? "Fewer" : `All ${count(lines.length)}`}
          </Box>
        )}
      </Group>
      {lines.length > 0 && (
        <ul className={classes.today}>
          {(all ? lines : lines.slice(0, MAX_LINES)).map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ line: { client, text, title = text, action } }: { line: TodayLine }) {
  const company = client && companyBeside(client.name, client.company);
  return (
    <li>
      <Group flex={1} miw={0} gap="0 8px" className="small" lh={1.3}>
        {client && <ClientLink whole id={client.id} name={client.name} />}
        {company && <span className="quiet wrap">{company}</span>}
        <span className={client ? `cut ${classes.note}` : "wrap"} title={title}>
          <Money>{text}</Money>
        </span>
      </Group>
      <Action action={action} client={client} text={text} />
    </li>
  );
}

const size = { className: "action", mih: { base: 44, sm: 32 }, flex: "none", mr: -8 } as const;

function Action({ action, client, text }: Pick<TodayLine, "action" | "client" | "text">) {
  const { open } = useDialog();
  if ("to" in action)
    return (
      <Box component={Link} to={action.to} {...size} aria-label={`${action.name}: ${text}`}>
        {action.name}
      </Box>
    );
  if ("note" in action && client) return <Done id={client.id} name={client.name} note={action.note} />;
  const press = () =>
    action.name === "Record payment" && client ? open("pay", client.id) : open("send", "now");
  return (
    <Box
      component="button"
      type="button"
      {...size}
      aria-label={client ? `${action.name} from ${client.name}` : action.name}
      onClick={press}
    >
      {action.name}
    </Box>
  );
}

function Done({ id, name, note }: { id: string; name: string; note: string }) {
  const settle = useSettleNote(`The note on ${name}`, { id, note });
  return (
    <Button variant="subtle" size="compact-sm" {...size} aria-label={`Done: the note on ${name}`} {...settle}>
      Done
    </Button>
  );
}
