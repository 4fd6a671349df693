import type { Message } from "../../../../shared/messages/message.ts";
import type { Colleague } from "../../../../shared/staff/staff.ts";
import type { CsvExport } from "../../components/table/export.ts";

export const messagesExport = (box: string, staff: readonly Colleague[] = []): CsvExport<Message> => ({
  name: `messages ${box.toLowerCase()}`,
  columns: [
    ["Received", ({ received_at }) => received_at],
    ["Name", ({ name }) => name],
    ["Email", ({ email }) => email],
    ["Phone", ({ phone }) => phone],
    ["Message", ({ message }) => message],
    ["Box", () => box],
    [
      "Assigned to",
      ({ assigned }) =>
        assigned && (staff.find(({ id }) => id === assigned.to)?.name ?? "a former member of staff"),
    ],
    ["Moved by", ({ moved }) => moved?.name],
    ["Moved", ({ moved }) => moved?.at],
    ["Id", ({ id }) => id],
  ],
});
