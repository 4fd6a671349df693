import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { coveredBy } from "../../../../shared/billing.ts";
import type { Client } from "../../../../shared/clients.ts";
import type { Day } from "../../../../shared/day.ts";
import { reminderWords } from "../../../../shared/emails/reminder-words.ts";
import { reminderTone } from "../../../../shared/emails/worded.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { type Reminder, reminderStage } from "../../../../shared/reminders.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import { ApiError, failureText } from "../../../api.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Facts } from "../../components/ui/Facts.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { useSold } from "../../queries/client-page.ts";
import { companySettings, emailWords } from "../../queries/settings.ts";
import { priceText } from "../../words/amount.ts";
import { frequencyName } from "../../words/billing.ts";
import { formatDay } from "../../words/dates.ts";
import { deliveryStatuses, kindNames, reasonText } from "../../words/reminders.ts";
import { useRemind } from "./queries.ts";

type Props = { id: string; onClose: () => void };

/** Asks before a reminder goes out once more, and tells what came of it. */
export default function RemindDialog({ id, onClose }: Props) {
  const { subscription, client, today, error, complete, retry } = useSold(id);
  const remind = useRemind(id);
  // A held Enter key is faster than any state that is drawn.
  const pressed = useRef(false);
  const missing = !subscription || !client ? missingOf(error, complete) : undefined;
  const obstacle = subscription && client && obstacleOf(subscription, client);

  function submit() {
    if (pressed.current || !client) return;
    pressed.current = true;
    remind.mutate(undefined, {
      onSuccess: (reminder) => {
        const said = saidOf(reminder, client.name);
        pressed.current = said !== undefined;
        if (!said) return;
        announce(said);
        onClose();
      },
      onError: () => {
        pressed.current = false;
      },
    });
  }

  return (
    <FormDialog
      title="Send the reminder again"
      dirty={false}
      busy={remind.isPending}
      button="Send it now"
      busyButton="Sending..."
      disabled={!subscription || !client || obstacle !== undefined}
      onSubmit={submit}
      onClose={onClose}
      onDiscard={onClose}
      failure={<Trouble error={remind.error} reminder={remind.data} />}
    >
      {missing && (
        <Notice
          tone={missing.failed ? "error" : "plain"}
          action={
            missing.failed && (
              <Button size="sm" variant="default" onClick={retry}>
                Try again
              </Button>
            )
          }
        >
          {missing.text}
        </Notice>
      )}
      {subscription && client && <Email subscription={subscription} client={client} today={today} />}
      {obstacle && (
        <Notice tone="warning" quiet>
          It cannot be sent: {obstacle}
        </Notice>
      )}
      {subscription && client && !obstacle && (
        <p className="quiet small">
          An email of its own, besides those of the daily run
          {subscription.muted && ", which leaves this subscription out because it is muted"}. It cannot be
          taken back.
        </p>
      )}
    </FormDialog>
  );
}

function Email({ subscription, client, today }: { subscription: Subscription; client: Client; today: Day }) {
  const company = useQuery(companySettings).data?.company_name ?? "";
  const own = useQuery(emailWords).data;
  const { next_billing_date: period, amount, paid, frequency, service } = subscription;
  const currency = currencyOf(subscription);
  const kind = reminderStage(period, today);
  return (
    <Facts
      facts={[
        ["To", <Reader key="to" client={client} />],
        [
          "What",
          `${kindNames[kind]}, ${priceText(amount, currency)} ${frequencyName(frequency).toLowerCase()}, due ${formatDay(period)}${service ? `: ${service}` : ""}`,
        ],
        [
          "Subject",
          reminderWords(
            {
              client: client.name,
              language: client.language,
              company,
              frequency,
              service,
              ...{ amount, currency, paid, period, covered: coveredBy(subscription, period) },
              reference: client.payment_reference,
              today,
            },
            true,
            own?.words.find(
              ({ email, language }) =>
                email === reminderTone(period, today) && language === (client.language ?? "en"),
            ),
          ).subject,
        ],
      ]}
    />
  );
}

const Reader = ({ client: { name, email } }: { client: Client }) => (
  <>
    <strong>{name}</strong>
    <br />
    {email}
  </>
);

function missingOf(error: Error | null, complete: boolean | undefined) {
  if (error)
    return {
      failed: true,
      text: failureText(
        error,
        "Failed to fetch the subscription",
        "An error occurred while fetching the subscription",
      ),
    };
  return complete
    ? { failed: false, text: "This subscription, or its client, is not there any more." }
    : { failed: false, text: "Looking up the subscription..." };
}

/** What the server would skip it for, so that nobody presses in vain. */
function obstacleOf({ status, amount, sample }: Subscription, client: Client): string | undefined {
  if (status !== "active") return "only active subscriptions are reminded of.";
  if (amount === 0) return "this subscription is free.";
  if (client.status !== "active") return "the client is inactive.";
  if (sample || client.sample) return "sample data is never written to.";
  if (client.mail_problem)
    return "mail to this address came back, or was marked as spam. Enter another address for the client first.";
  return undefined;
}

/** What to say of an email that is on its way; undefined when it is not. */
function saidOf({ state }: Reminder, name: string): string | undefined {
  if (state === "failed" || state === "skipped" || state === "rejected") return undefined;
  return state === "waiting"
    ? `The reminder to ${name} could not be sent just now; it is tried again by itself.`
    : `The reminder to ${name} was sent.`;
}

/** Why it did not go out. It takes the focus, so that nobody has to look for it. */
function Trouble({ error, reminder }: { error: Error | null; reminder: Reminder | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const text = error
    ? failureText(error, "Failed to send the reminder", "There was no answer.")
    : reminder && `${deliveryStatuses[reminder.state].name}: ${reasonText(reminder.reason)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new failure is a new reason to look here
  useEffect(() => place.current?.focus(), [error, reminder]);
  if (!text) return null;
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="error">
        <p>{text}</p>
        <p>
          {error && !(error instanceof ApiError && error.status < 500)
            ? "The reminder may have been sent all the same: look in the send log before you try again."
            : "Nothing was sent."}
        </p>
      </Notice>
    </div>
  );
}
