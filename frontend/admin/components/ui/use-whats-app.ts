import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Day } from "../../../../shared/day.ts";
import { reminderText } from "../../../../shared/emails/reminder-text.ts";
import { type Currency, currencyOf } from "../../../../shared/money.ts";
import { type Recipient, whatsAppLink, whatsAppOf } from "../../../../shared/reminders/whatsapp.ts";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import { companySettings } from "../../queries/settings.ts";
import type { RowAction } from "../table/row-actions.ts";

export type Due = {
  frequency: string;
  service?: string | undefined;
  amount: number;
  currency?: Currency | undefined;
  paid?: number | undefined;
  next_billing_date: Day;
};

/** Returns the action that opens a WhatsApp chat with the reminder as text, or says why there is none. */
export function useWhatsApp(): (client: Recipient, due: Due, today: Day) => RowAction {
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
