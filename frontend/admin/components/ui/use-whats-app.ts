import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type Recipient, whatsAppLink, whatsAppOf } from "../../../../shared/reminders/whatsapp.ts";
import { accountLink, clientOwed } from "../../queries/client-page.ts";
import { companySettings } from "../../queries/settings.ts";
import type { RowAction } from "../table/RowActions.tsx";
import { announce } from "./announce.ts";

/**
 * Returns the action that opens a WhatsApp chat, or says why there is none. The text has all that the client is asked to pay and the
 * address of their own page. A person sends it.
 */
export function useWhatsApp(): (id: string, client: Recipient) => RowAction {
  const queryClient = useQueryClient();
  return useCallback(
    (id, client) => {
      const { name, language, payment_reference: reference } = client;
      const result = whatsAppOf(client.phone);
      const action = { name: "WhatsApp", icon: "chat" as const };
      if ("problem" in result)
        return { ...action, label: `WhatsApp to ${name}`, unavailable: `No WhatsApp: ${result.problem}` };
      async function text(): Promise<string> {
        const [account, { url: link }, company, { reminderText }] = await Promise.all([
          queryClient.fetchQuery(clientOwed(id)),
          queryClient.fetchQuery(accountLink(id)),
          queryClient.fetchQuery(companySettings),
          import("../../../../shared/emails/reminder-email.ts"),
        ]);
        const charges = account.charges
          .filter(({ to_pay }) => to_pay)
          .map(({ due: period, subscription_id, frequency = "", ...charge }) => ({
            ...charge,
            subscription_id,
            period,
            frequency,
          }));
        const reminder = { client: name, language, reference, link, charges, today: account.today };
        return charges.length > 0 ? reminderText(reminder, company) : link;
      }
      async function act() {
        // Browsers open a tab only while they handle the click.
        const tab = window.open("about:blank", "_blank");
        if (tab) tab.opener = null;
        try {
          const href = whatsAppLink("number" in result ? result.number : "", await text());
          if (tab) tab.location.replace(href);
          else location.assign(href);
        } catch {
          tab?.close();
          announce("What is due could not be read. Try again.", "error");
        }
      }
      return { ...action, label: `WhatsApp to ${name} (opens in a new tab)`, act: () => void act() };
    },
    [queryClient],
  );
}
