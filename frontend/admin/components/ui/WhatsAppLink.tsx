import { Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import { reminderText } from "../../../../shared/emails/reminder-words.ts";
import { reminderKind } from "../../../../shared/reminders.ts";
import { whatsAppLink, whatsAppOf } from "../../../../shared/whatsapp.ts";
import { companySettings } from "../../queries/settings.ts";
import rowButton from "../table/RowButton.module.css";
import { Icon } from "./Icon.tsx";

type Props = {
  client: { name: string; phone: string };
  due: { frequency: string; amount: number; next_billing_date: Day };
  today: Day;
};

/** A chat with the client, with the reminder typed in; or why there can be none. */
export function WhatsAppLink({ client, due, today }: Props) {
  const company = useQuery(companySettings).data?.company_name ?? "";
  const found = whatsAppOf(client.phone);
  if ("problem" in found) {
    const why = `No WhatsApp: ${found.problem}`;
    return (
      <Tooltip label={`${why}.`}>
        <button
          type="button"
          className={`${rowButton.button} ${rowButton.none}`}
          aria-label={`${why} (${client.name})`}
        >
          <Icon name="noChat" size={20} />
        </button>
      </Tooltip>
    );
  }
  const { frequency, amount, next_billing_date: period } = due;
  const kind = reminderKind(period, today);
  const text = reminderText({ kind, client: client.name, company, frequency, amount, period, today });
  const label = `WhatsApp ${client.name}`;
  return (
    <a
      className={rowButton.button}
      href={whatsAppLink(found.number, text)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label} (opens in a new tab)`}
      title={label}
    >
      <Icon name="chat" size={20} />
    </a>
  );
}
