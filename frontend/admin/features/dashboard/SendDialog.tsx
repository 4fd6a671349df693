import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { type ExpectedReminder, MAX_EXPECTED_REMINDERS } from "../../../../shared/reminders/reminder.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { leftText, priceText } from "../../labels/amount.ts";
import { count } from "../../labels/count.ts";
import { formatDay } from "../../labels/dates.ts";
import { kindNames, reasonText } from "../../labels/reminders.ts";
import { dueReminders } from "../../queries/reminders.ts";
import classes from "./SendDialog.module.css";

type Props = { today: Day; busy: boolean; send: () => void; onClose: () => void };

/** Shows who gets a reminder and who is skipped and why, before anything is sent. */
export function SendDialog({ today, busy, send, onClose }: Props) {
  // The cached list may be outdated.
  const { data, error, isFetching, refetch } = useQuery({
    ...dueReminders(today),
    staleTime: 0,
    refetchOnMount: busy ? false : "always",
  });
  const ready = data && (busy || !isFetching);
  return (
    <FormDialog
      title="Send Renewal Notifications"
      dirty={false}
      busy={busy}
      button={ready ? sendingText(data.sending) : "Send"}
      busyButton="Sending..."
      disabled={!ready}
      onSubmit={send}
      onClose={onClose}
      onDiscard={onClose}
    >
      {!ready && !error && <p role="status">Loading the list...</p>}
      {error && (
        <Notice
          tone="error"
          action={
            <Button size="sm" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          We could not load the list, so nothing is sent.
        </Notice>
      )}
      {ready && (
        <>
          <p>
            {data.sending === 0
              ? "There are no emails to send now."
              : "Each of these gets one email now. This cannot be undone."}
          </p>
          <Reminders label="To" reminders={data.reminders.filter(({ skipped }) => skipped === undefined)} />
          <Reminders
            label={`Skipped (${count(data.skipping)})`}
            reminders={data.reminders.filter(({ skipped }) => skipped !== undefined)}
          />
          {data.sending + data.skipping > MAX_EXPECTED_REMINDERS && (
            <p className="quiet small">
              The first {count(MAX_EXPECTED_REMINDERS)} of {count(data.sending + data.skipping)} are listed.
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Sending is possible with an empty list, because a renewal may have become due since. */
const sendingText = (sending: number) =>
  sending === 0 ? "Send anyway" : sending === 1 ? "Send 1 email" : `Send ${count(sending)} emails`;

/** Longer lists may scroll. */
const MAX_UNSCROLLED = 3;

const Reminders = ({ label, reminders }: { label: string; reminders: readonly ExpectedReminder[] }) =>
  reminders.length > 0 && (
    <div>
      <h3>{label}</h3>
      <div
        className={classes.list}
        {...(reminders.length > MAX_UNSCROLLED && { tabIndex: 0, role: "group", "aria-label": label })}
      >
        <ul className="ruled">
          {reminders.map(
            ({ subscription_id, client_name, service, kind, period, amount, currency, paid, skipped }) => (
              <li key={subscription_id}>
                <strong>{client_name}</strong>
                <span className="figures">
                  <Money>
                    {leftText({ amount, currency, paid }) || priceText(amount, currencyOf({ currency }))}
                  </Money>
                </span>
                <span className="quiet small">
                  {skipped === undefined
                    ? [service, `${kindNames[kind]}, due ${formatDay(period)}`].filter(Boolean).join(" · ")
                    : reasonText(skipped)}
                </span>
              </li>
            ),
          )}
        </ul>
      </div>
    </div>
  );
