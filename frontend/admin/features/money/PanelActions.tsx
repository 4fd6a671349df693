import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type { Client } from "../../../../shared/clients/client.ts";
import { recipientsOf } from "../../../../shared/clients/recipients.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Currency } from "../../../../shared/money.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { PromiseField } from "../../components/form/PromiseField.tsx";
import { ActionButton } from "../../components/table/RowActions.tsx";
import { LineButton } from "../../components/timeline/TimelineEntry.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { useWhatsApp } from "../../components/ui/use-whats-app.ts";
import { clientOwed, clientPage } from "../../queries/client-page.ts";
import { isNotSent, remindFailure, useRemind } from "../../queries/remind.ts";
import { isAnyDue } from "../../rules/owed-sums.ts";
import { type Reminding, remindingOf, sentText } from "../../rules/send-again.ts";
import classes from "./ClientPanel.module.css";
import { PhonePrompt, type PromptState } from "./PhonePrompt.tsx";

type Props = {
  client: string;
  /** What is typed in the line, while a payment is entered. */
  entry?: { amount: string; currency: Currency; busy: boolean; prompt: PromptState };
  onReminded: (() => void) | undefined;
  /** Shows the reminder of a subscription, from where it is sent a second time too. */
  onPreview: (subscription: string) => void;
  onStatement: () => void;
};

/** Asking the client to pay: by email, in a chat, on the phone, or by a day that they promise. */
export function PanelActions({ client: id, entry, onReminded, onPreview, onStatement }: Props) {
  const { data: page } = useQuery(clientPage(id));
  const { data: account } = useQuery(clientOwed(id));
  const [isAsking, setAsking] = useState(false);
  const [isPromising, setPromising] = useState(false);
  const whatsApp = useWhatsApp();
  const remind = useRemind({ once: "day" });
  const facts = useId();
  // Before React has rendered that it is sent.
  const isSending = useRef(false);
  if (!page || !account) return null;
  const { client } = page;
  const reminding = remindingOf(account, page);
  const preview = reminding?.cannot ? undefined : reminding?.subscription;
  const chat = client.sample ? undefined : whatsApp(id, client);
  const prompt = entry?.prompt;
  const canAsk = entry?.currency === "KES" && prompt?.connected && !prompt.waiting;
  const { promised_until = "" } = account;

  async function send({ charge, subscription, last, cannot }: Reminding, button: HTMLElement) {
    if (cannot || isSending.current) return;
    // A second email of one day is sent only from where its preview says so.
    if (subscription && last === account?.today) return onPreview(subscription);
    isSending.current = true;
    try {
      announce(
        sentText(
          await remind.mutateAsync(subscription ? { subscription } : { client: id, charge }),
          client.name,
        ),
      );
      // The panel can show another client by now.
      if (button.isConnected) onReminded?.();
    } catch (error) {
      if (!button.isConnected) announce(`${client.name}: ${remindFailure(error as Error)}`, "error");
    }
    isSending.current = false;
  }

  return (
    <Box display="grid" style={{ gap: 12 }}>
      <div className={classes.actions}>
        {reminding && (
          <button
            type="button"
            className="action"
            data-panel="remind"
            aria-keyshortcuts="r"
            aria-label={`Remind ${client.name}`}
            aria-describedby={facts}
            aria-disabled={reminding.cannot !== undefined || remind.isPending}
            // Neither a double click nor a key that is held down sends, or opens what sends.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={({ detail, currentTarget }) => detail < 2 && void send(reminding, currentTarget)}
          >
            <Icon name="send" size={16} />
            <span>{remind.isPending ? "Sending..." : "Remind"}</span>
          </button>
        )}
        {chat && !("unavailable" in chat) && <ActionButton action={chat} />}
        {!client.sample && !client.erased_at && (
          <button type="button" className="action" onClick={onStatement}>
            <Icon name="reminders" size={16} />
            Statement
          </button>
        )}
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
      {reminding && (
        <p className="quiet small wrap">
          <span id={facts}>{remindText(reminding, { client, today: account.today })}</span>
          {preview && (
            <>
              {" "}
              <LineButton
                aria-label={`Preview the reminder to ${client.name}`}
                onClick={() => onPreview(preview)}
              >
                Preview
              </LineButton>
            </>
          )}
        </p>
      )}
      <Failure
        error={remind.error}
        texts={remindFailure}
        advice={
          isNotSent(remind.error)
            ? "Nothing was sent."
            : "It may have been sent. You can try again: Remind sends one email a day."
        }
      />
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

/** What a press sends, and what the client has had. */
function remindText(
  { cannot, last }: Reminding,
  { client, today }: { client: Client; today: string },
): string {
  if (cannot) return `No reminder can be sent: ${cannot}`;
  if (last === today) return "Reminded today. To send a second email, press Remind again.";
  const recipients = recipientsOf(client);
  const { to, cc } = "to" in recipients ? recipients : { to: client.email, cc: [] };
  const copies = cc.length > 0 ? ` and ${cc.length} ${cc.length === 1 ? "copy" : "copies"}` : "";
  return `Remind emails ${to}${copies} at once. ${last ? `Last reminded ${formatDay(last)}.` : "Not reminded yet."}`;
}
