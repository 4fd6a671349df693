import { useQuery } from "@tanstack/react-query";
import { Fragment, useRef } from "react";
import { addressText } from "../../../../shared/address.ts";
import { priceText } from "../../../../shared/amount.ts";
import { periodDays } from "../../../../shared/billing/schedule.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { recipientsOf } from "../../../../shared/clients/recipients.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { reminderTone } from "../../../../shared/email-templates.ts";
import { fillReminderTemplate } from "../../../../shared/emails/reminder-text.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import { reminderStage } from "../../../../shared/reminders/reminder.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Facts } from "../../components/ui/Facts.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { clientOwed, useSubscription } from "../../queries/client-page.ts";
import { isNotSent, remindFailure, useRemind } from "../../queries/remind.ts";
import { companySettings, emailTemplates } from "../../queries/settings.ts";
import { lastReminded, sentText, skipReasonOf } from "../../rules/send-again.ts";
import { frequencyName } from "../../rules/subscription-labels.ts";

type Props = { id: string; onClose: () => void };

/** Asks for confirmation, sends a reminder again and shows the result. */
export default function RemindDialog({ id, onClose }: Props) {
  const { subscription, client, today, error, complete, retry } = useSubscription(id);
  const remind = useRemind();
  // Holding Enter must not send twice.
  const pressed = useRef(false);
  const isMissing = !subscription || !client;
  const account = useQuery({ ...clientOwed(client?.id ?? ""), enabled: client !== undefined });
  const skipReason = subscription && client && skipReasonOf(subscription, client);

  function submit() {
    if (pressed.current || !client) return;
    pressed.current = true;
    remind.mutate(
      { subscription: id },
      {
        onSuccess: (reminder) => {
          announce(sentText(reminder, client.name));
          onClose();
        },
        onError: () => {
          pressed.current = false;
        },
      },
    );
  }

  return (
    <FormDialog
      title="Send the reminder again"
      busy={remind.isPending}
      button="Send now"
      busyButton="Sending..."
      disabled={isMissing || account.isPending || skipReason !== undefined}
      onSubmit={submit}
      onClose={onClose}
      failure={{ error: remind.error, texts: remindFailure, advice: adviceOn(remind.error) }}
    >
      {isMissing && (
        <ErrorNotice
          error={error}
          texts={["Failed to fetch the subscription", "An error occurred while fetching the subscription"]}
          retry={retry}
        />
      )}
      {isMissing && !error && (
        <Notice tone="plain">
          {complete ? "This subscription or its client no longer exists." : "Loading the subscription..."}
        </Notice>
      )}
      {subscription && client && <Email subscription={subscription} client={client} today={today} />}
      {account.data && lastReminded(account.data) === account.data.today && !skipReason && (
        <Notice tone="warning" quiet>
          The client was reminded today. This sends a second email.
        </Notice>
      )}
      {skipReason && <Notice tone="warning" quiet>{`It cannot be sent: ${skipReason}`}</Notice>}
      {subscription && client && !skipReason && (
        <p className="quiet small">{`If the client has more to pay now, the email names it too, and its subject has the total. It is sent in addition to those of the daily run${subscription.muted ? ", which skips this subscription because it is muted" : ""}. It cannot be undone.`}</p>
      )}
    </FormDialog>
  );
}

function Email({ subscription, client, today }: { subscription: Subscription; client: Client; today: Day }) {
  const company = useQuery(companySettings).data?.company_name ?? "";
  const templates = useQuery(emailTemplates).data;
  const { next_billing_date: period, amount, frequency, service } = subscription;
  const currency = currencyOf(subscription);
  const kind = reminderStage(period, today);
  return (
    <Facts
      facts={[
        ["To", <Recipient key="to" client={client} />],
        [
          "Email",
          `${emailKindNames[kind]}, ${priceText(amount, currency)} ${frequencyName(frequency).toLowerCase()}, due ${formatDay(period)}${service ? `: ${service}` : ""}`,
        ],
        [
          "Subject",
          fillReminderTemplate(
            {
              ...subscription,
              subscription_id: subscription.id,
              company,
              currency,
              period,
              today,
              client: client.name,
              language: client.language,
              covered: periodDays(subscription, period),
              reference: client.payment_reference,
            },
            {
              hasInstructions: true,
              companyTemplate: templates?.words.find(
                ({ email, language }) =>
                  email === reminderTone(period, today) && language === (client.language ?? "en"),
              ),
            },
          ).subject,
        ],
      ]}
    />
  );
}

function Recipient({ client }: { client: Client }) {
  const recipients = recipientsOf(client);
  const [to, cc] = "to" in recipients ? [recipients.to, recipients.cc] : [client.email, []];
  return (
    <>
      <strong>{client.name}</strong>
      <br />
      {to}
      {cc.map((copy) => (
        <Fragment key={copy.email}>
          <br />
          <span className="quiet">{`Copy: ${addressText(copy)}`}</span>
        </Fragment>
      ))}
    </>
  );
}

const adviceOn = (error: Error | null) =>
  isNotSent(error)
    ? "Nothing was sent."
    : "The reminder may have been sent. Check the send log before you try again.";
