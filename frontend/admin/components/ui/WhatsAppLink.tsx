import { Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import { reminderText } from "../../../../shared/emails/reminder-text.ts";
import type { Language } from "../../../../shared/languages.ts";
import { type Currency, currencyOf } from "../../../../shared/money.ts";
import { whatsAppLink, whatsAppOf } from "../../../../shared/reminders/whatsapp.ts";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import { companySettings } from "../../queries/settings.ts";
import rowButton from "../table/RowButton.module.css";
import { Icon } from "./Icon.tsx";

type Props = {
  client: {
    name: string;
    phone: string;
    payment_reference?: string | undefined;
    language?: Language | undefined;
  };
  due: {
    frequency: string;
    service?: string | undefined;
    amount: number;
    currency?: Currency | undefined;
    paid?: number | undefined;
    next_billing_date: Day;
  };
  today: Day;
};

/** A WhatsApp link with the reminder as text, or the reason why there is none. */
export function useWhatsApp({ client, due, today }: Props): { href: string } | { why: string } {
  const company = useQuery(companySettings).data ?? unsavedSettings;
  const found = whatsAppOf(client.phone);
  if ("problem" in found) return { why: `No WhatsApp: ${found.problem}` };
  const { frequency, service, amount, paid, next_billing_date: period } = due;
  const text = reminderText(
    {
      client: client.name,
      language: client.language,
      company: company.company_name,
      frequency,
      service,
      amount,
      currency: currencyOf(due),
      paid,
      reference: client.payment_reference,
      period,
      today,
    },
    company,
  );
  return { href: whatsAppLink(found.number, text) };
}

/** A button of a row that opens a WhatsApp chat with the client. */
export function WhatsAppLink(props: Props) {
  const { name } = props.client;
  const chat = useWhatsApp(props);
  if ("why" in chat)
    return (
      <Tooltip label={`${chat.why}.`}>
        <button
          type="button"
          className={`${rowButton.button} ${rowButton.none}`}
          aria-label={`${chat.why} (${name})`}
        >
          <Icon name="noChat" size={20} />
        </button>
      </Tooltip>
    );
  const label = `WhatsApp ${name}`;
  return (
    <a
      className={rowButton.button}
      href={chat.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label} (opens in a new tab)`}
      title={label}
    >
      <Icon name="chat" size={20} />
    </a>
  );
}
