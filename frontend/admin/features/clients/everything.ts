import { useMutation } from "@tanstack/react-query";
import type { Client, EverythingPage } from "../../../../shared/clients.ts";
import { request } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { saveAs } from "../../components/ui/save-as.ts";
import { activityNames } from "../../words/activity.ts";
import { deliveryStatuses, kindNames } from "../../words/reminders.ts";

type Whole = Required<Omit<EverythingPage, "client" | "cursor" | "unreadable">> & {
  client: EverythingPage["client"];
  unreadable: number;
};

/** All pages of what is kept of a client, put together. */
async function everythingOf({ id }: Client): Promise<Whole> {
  const whole: Whole = {
    ...{ client: undefined, unreadable: 0, subscriptions: [], statement_lines: [] },
    ...{ payments: [], emails: [], messages: [], activity: [] },
  };
  let cursor: string | undefined;
  do {
    const page = await request("GET /api/v1/clients/{id}/everything", { params: { id }, query: { cursor } });
    whole.client ??= page.client;
    whole.unreadable += page.unreadable ?? 0;
    whole.subscriptions.push(...(page.subscriptions ?? []));
    whole.statement_lines.push(...(page.statement_lines ?? []));
    whole.payments.push(...(page.payments ?? []));
    whole.emails.push(...(page.emails ?? []));
    whole.messages.push(...(page.messages ?? []));
    whole.activity.push(...(page.activity ?? []));
    cursor = page.cursor;
  } while (cursor);
  return whole;
}

/** The file that is given to the person: names of things in words, days as 2026-12-24, instants in UTC. */
function fileOf({ unreadable, ...whole }: Whole, taken: Date) {
  return {
    about: "All that is kept of this client. Days are year-month-day, instants in UTC.",
    taken_at: taken.toISOString(),
    client: whole.client,
    subscriptions: whole.subscriptions,
    payments: whole.payments,
    emails: whole.emails.map(({ kind, state, ...email }) => ({
      email: kindNames[kind],
      delivery: deliveryStatuses[state].name,
      ...email,
    })),
    messages: whole.messages,
    notes: whole.activity.filter(({ kind }) => kind === "note"),
    activity: whole.activity.flatMap((entry) =>
      entry.kind === "change" ? [{ ...entry, what: activityNames[entry.what] }] : [],
    ),
    statement_lines: whole.statement_lines,
    ...(unreadable > 0 && { records_that_could_not_be_read: unreadable }),
  };
}

/** Saves all that is kept of a client as one file. */
export const useEverything = (client: Client) =>
  useMutation({
    mutationFn: async () => {
      const file = JSON.stringify(fileOf(await everythingOf(client), new Date()), null, 2);
      saveAs(`client-${client.id}.json`, new Blob([file], { type: "application/json" }));
    },
    onSuccess: () =>
      announce("All data of this client was downloaded. Give the file to them alone, and delete it."),
  });
