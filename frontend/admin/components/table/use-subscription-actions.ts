import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Day } from "../../../../shared/day.ts";
import { reminderText } from "../../../../shared/emails/reminder-text.ts";
import { type Currency, currencyOf } from "../../../../shared/money.ts";
import { type Recipient, whatsAppLink, whatsAppOf } from "../../../../shared/reminders/whatsapp.ts";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import { companySettings } from "../../queries/settings.ts";
import { useDialog } from "../form/use-dialog.ts";
import type { RowAction, RowActions } from "./RowActions.tsx";

type Row = Due & { id: string; client_id: string; sample?: true | undefined };

type Options = {
  /** A reminder is offered. */
  isDue: boolean;
  /** Names the subscription where all are of one client. */
  what?: string;
  /** What a payment is recorded for, if not for this subscription first. */
  pay?: string;
};

/** What can be done with a subscription. */
export function useSubscriptionActions(today: Day) {
  const { open } = useDialog();
  const whatsApp = useWhatsApp();
  return useCallback(
    (row: Row, client: Recipient, { isDue, what, pay }: Options): RowActions => ({
      main: {
        name: "Record payment",
        label: `Record payment ${what ? `for ${what}` : `from ${client.name}`}`,
        icon: "payment",
        shortcut: "r",
        act: () => open("pay", pay ?? `${row.client_id}.${row.id}`),
      },
      more: () => {
        const actions: RowAction[] = [
          {
            name: "Edit",
            label: `Edit ${what ?? `the subscription of ${client.name}`}`,
            icon: "edit",
            act: () => open("subscription", row.id),
          },
          {
            name: "Send reminder",
            label: `Send reminder ${what ? `for ${what}` : `to ${client.name}`}`,
            icon: "send",
            act: () => open("remind", row.id),
          },
        ];
        if (!isDue) return actions.slice(0, 1);
        return row.sample ? actions : [...actions, whatsApp(client, row, today)];
      },
    }),
    [open, today, whatsApp],
  );
}

type Due = {
  frequency: string;
  service?: string | undefined;
  amount: number;
  currency?: Currency | undefined;
  paid?: number | undefined;
  next_billing_date: Day;
};

/** Returns the action that opens a WhatsApp chat with the reminder as text, or says why there is none. */
function useWhatsApp(): (client: Recipient, due: Due, today: Day) => RowAction {
  const company = useQuery(companySettings).data ?? unsavedSettings;
  return useCallback(
    (client, due, today) => {
      const { name } = client;
      const found = whatsAppOf(client.phone);
      if ("problem" in found)
        return {
          name: "WhatsApp",
          label: `WhatsApp to ${name}`,
          icon: "chat",
          unavailable: `No WhatsApp: ${found.problem}`,
        };
      const text = reminderText(
        {
          client: name,
          language: client.language,
          company: company.company_name,
          frequency: due.frequency,
          service: due.service,
          amount: due.amount,
          currency: currencyOf(due),
          paid: due.paid,
          reference: client.payment_reference,
          period: due.next_billing_date,
          today,
        },
        company,
      );
      return {
        name: "WhatsApp",
        label: `WhatsApp to ${name}`,
        icon: "chat",
        href: whatsAppLink(found.number, text),
      };
    },
    [company],
  );
}
