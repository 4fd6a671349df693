import { useMutation } from "@tanstack/react-query";
import type { Client, PersonalDataPage } from "../../../../shared/clients/client.ts";
import { request } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { saveAs } from "../../components/ui/save-as.ts";
import { activityNames } from "../../labels/activity.ts";
import { deliveryStatuses, kindNames } from "../../labels/reminders.ts";

type PersonalData = Required<Omit<PersonalDataPage, "client" | "cursor" | "unreadable">> & {
  client: PersonalDataPage["client"];
  unreadable: number;
};

/** Loads all pages of a client's data. */
async function exportPersonalData({ id }: Client): Promise<PersonalData> {
  const data: PersonalData = {
    client: undefined,
    unreadable: 0,
    subscriptions: [],
    statement_lines: [],
    payments: [],
    emails: [],
    messages: [],
    activity: [],
  };
  let cursor: string | undefined;
  do {
    const page = await request("GET /api/v1/clients/{id}/everything", { params: { id }, query: { cursor } });
    data.client ??= page.client;
    data.unreadable += page.unreadable ?? 0;
    data.subscriptions.push(...(page.subscriptions ?? []));
    data.statement_lines.push(...(page.statement_lines ?? []));
    data.payments.push(...(page.payments ?? []));
    data.emails.push(...(page.emails ?? []));
    data.messages.push(...(page.messages ?? []));
    data.activity.push(...(page.activity ?? []));
    cursor = page.cursor;
  } while (cursor);
  return data;
}

/** The file for the person, with readable names instead of codes. */
function fileOf({ unreadable, ...data }: PersonalData, takenAt: Date) {
  return {
    about: "All data stored about this client. Dates are year-month-day, times are UTC.",
    taken_at: takenAt.toISOString(),
    client: data.client,
    subscriptions: data.subscriptions,
    payments: data.payments,
    emails: data.emails.map(({ kind, state, ...email }) => ({
      email: kindNames[kind],
      delivery: deliveryStatuses[state].name,
      ...email,
    })),
    messages: data.messages,
    notes: data.activity.filter(({ kind }) => kind === "note"),
    activity: data.activity.flatMap((entry) =>
      entry.kind === "change" ? [{ ...entry, what: activityNames[entry.what] }] : [],
    ),
    statement_lines: data.statement_lines,
    ...(unreadable > 0 && { records_that_could_not_be_read: unreadable }),
  };
}

/** Downloads all data stored about a client as one file. */
export const useExportPersonalData = (client: Client) =>
  useMutation({
    mutationFn: async () => {
      const file = JSON.stringify(fileOf(await exportPersonalData(client), new Date()), null, 2);
      saveAs(`client-${client.id}.json`, new Blob([file], { type: "application/json" }));
    },
    onSuccess: () =>
      announce("The client's data was downloaded. Give the file only to them, then delete it."),
  });
