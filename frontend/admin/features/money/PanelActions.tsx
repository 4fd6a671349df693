import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "../../../../shared/dates.ts";
import type { Currency } from "../../../../shared/money.ts";
import { PromiseField } from "../../components/form/PromiseField.tsx";
import { ActionButton } from "../../components/table/RowActions.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { useWhatsApp } from "../../components/ui/use-whats-app.ts";
import { clientOwed, clientPage } from "../../queries/client-page.ts";
import { isAnyDue } from "../../rules/owed-sums.ts";
import classes from "./ClientPanel.module.css";
import { PhonePrompt, type PromptState } from "./PhonePrompt.tsx";

type Props = {
  client: string;
  /** What is typed in the line, while a payment is entered. */
  entry?: { amount: string; currency: Currency; busy: boolean; prompt: PromptState };
  /** Opens the reminder of a subscription. */
  onRemind: (subscription: string) => void;
};

/** Asking the client to pay: by email, in a chat, on the phone, or by a day that they promise. */
export function PanelActions({ client: id, entry, onRemind }: Props) {
  const { data: page } = useQuery(clientPage(id));
  const { data: account } = useQuery(clientOwed(id));
  const [isAsking, setAsking] = useState(false);
  const [isPromising, setPromising] = useState(false);
  const whatsApp = useWhatsApp();
  if (!page || !account) return null;
  const { client, subscriptions } = page;
  const asked = account.charges.find(
    ({ to_pay, subscription_id }) => to_pay && subscriptions.some(({ id }) => id === subscription_id),
  );
  const chat = client.sample ? undefined : whatsApp(id, client);
  const prompt = entry?.prompt;
  const canAsk = entry?.currency === "KES" && prompt?.connected && !prompt.waiting;
  const { promised_until = "" } = account;
  return (
    <Box display="grid" style={{ gap: 12 }}>
      <div className={classes.actions}>
        {asked?.subscription_id && (
          <button
            type="button"
            className="action"
            data-panel="remind"
            aria-keyshortcuts="r"
            aria-label={`Remind ${client.name}`}
            onClick={() => onRemind(asked.subscription_id ?? "")}
          >
            <Icon name="send" size={16} />
            Remind
          </button>
        )}
        {chat && !("unavailable" in chat) && <ActionButton action={chat} />}
        {canAsk && (
          <button
            type="button"
            className="action"
            aria-expanded={isAsking}
            onClick={() => setAsking(!isAsking)}
          >
            <Icon name="payment" size={16} />
            Ask by M-Pesa
          </button>
        )}
        {isAnyDue(account) && (
          <button
            type="button"
            className="action"
            aria-expanded={isPromising}
            onClick={() => setPromising(!isPromising)}
          >
            <Icon name="overdue" size={16} />
            {promised_until ? `Promised for ${formatDay(promised_until)}` : "Promise"}
          </button>
        )}
      </div>
      {chat && "unavailable" in chat && <p className="quiet small">{chat.unavailable}</p>}
      {prompt?.connected && entry && (prompt.shown || (isAsking && canAsk)) && (
        <PhonePrompt prompt={prompt} amount={entry.amount} disabled={entry.busy} />
      )}
      {isPromising && isAnyDue(account) && (
        <PromiseField key={promised_until} id={id} account={account} autoFocus />
      )}
    </Box>
  );
}
