import type { Message } from "../../../../shared/messages.ts";
import type { Colleague } from "../../../../shared/staff.ts";
import type { Exported } from "../../components/table/export.ts";

/** A box of messages as a file. */
export const messagesExported = (box: string, staff: readonly Colleague[] = []): Exported<Message> => ({
  name: `messages ${box.toLowerCase()}`,
  columns: [
    ["Received", ({ received_at }) => received_at],
    ["Name", ({ name }) => name],
    ["Email", ({ email }) => email],
    ["Phone", ({ phone }) => phone],
    ["Message", ({ message }) => message],
    ["Box", () => box],
    [
      "For",
      ({ assigned }) => assigned && (staff.find(({ id }) => id === assigned.to)?.name ?? "a colleague"),
    ],
    ["Moved by", ({ moved }) => moved?.name],
    ["Moved", ({ moved }) => moved?.at],
    ["Id", ({ id }) => id],
  ],
});
