import { useCallback } from "react";
import type { Recipient } from "../../../../shared/reminders/whatsapp.ts";
import { useDialog } from "../form/use-dialog.ts";
import { useWhatsApp } from "../ui/use-whats-app.ts";
import { clientPage, type RowAction, type RowActions } from "./RowActions.tsx";

type Row = {
  id: string;
  client_id: string;
  sample?: true | undefined;
  /** Another client has the subscription now. */
  former?: true | undefined;
};

type Options = {
  /** A reminder is offered. */
  isDue: boolean;
  /** Names the subscription where all are of one client. */
  what?: string;
  /** Names the row where several are of one client. */
  name?: string;
  /** The charge that a payment pays first, if not one of this subscription. */
  pay?: string;
};

export function useSubscriptionActions() {
  const { open } = useDialog();
  const whatsApp = useWhatsApp();
  return useCallback(
    (row: Row, client: Recipient, { isDue, what, name = client.name, pay }: Options): RowActions => ({
      main: {
        name: "Record payment",
        label: `Record payment ${what ? `for ${what}` : `from ${name}`}`,
        icon: "payment",
        shortcut: "p",
        act: () => open("pay", row.former ? row.client_id : (pay ?? `${row.client_id}.${row.id}`)),
      },
      edit: row.former
        ? undefined
        : {
            name: "Edit",
            label: `Edit ${what ?? `the subscription of ${name}`}`,
            icon: "edit",
            act: () => open("subscription", row.id),
          },
      page: clientPage(row.client_id, client.name),
      more:
        isDue && !row.former
          ? () => {
              const remind: RowAction = {
                name: "Send reminder",
                label: `Send reminder ${what ? `for ${what}` : `to ${name}`}`,
                icon: "send",
                act: () => open("remind", row.id),
              };
              return row.sample ? [remind] : [remind, whatsApp(row.client_id, client)];
            }
          : undefined,
    }),
    [open, whatsApp],
  );
}
