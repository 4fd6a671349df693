import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { type ExpectedReminder, mostExpected } from "../../../../shared/reminders.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { dueReminders } from "../../queries/reminders.ts";
import { leftText, priceText } from "../../words/amount.ts";
import { count } from "../../words/count.ts";
import { formatDay } from "../../words/dates.ts";
import { kindNames, reasonText } from "../../words/reminders.ts";
import classes from "./SendDialog.module.css";

type Props = { today: Day; busy: boolean; send: () => void; onClose: () => void };

/** Shows to whom the notifications go, and to whom not and why, before any of them is sent. */
export function SendDialog({ today, busy, send, onClose }: Props) {
  // What was seen when the page came may be an hour old.
  const { data, error, isFetching, refetch } = useQuery({
    ...dueReminders(today),
    staleTime: 0,
    refetchOnMount: busy ? false : "always",
  });
  const looked = data && (busy || !isFetching);
  return (
    <FormDialog
      title="Send Renewal Notifications"
      dirty={false}
      busy={busy}
      button={looked ? sendingText(data.sending) : "Send"}
      busyButton="Sending..."
      disabled={!looked}
      onSubmit={send}
      onClose={onClose}
      onDiscard={onClose}
    >
      {!looked && !error && <p role="status">Looking up who is due...</p>}
      {error && (
        <Notice
          tone="error"
          action={
            <Button size="sm" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Who is due could not be looked up, so nothing is sent.
        </Notice>
      )}
      {looked && (
        <>
          <p>
            {data.sending === 0
              ? "Nobody is due an email now."
              : "Each of these gets one now. It cannot be taken back."}
          </p>
          <Reminders label="To" reminders={data.reminders.filter(({ skipped }) => skipped === undefined)} />
          <Reminders
            label={`Left out (${count(data.skipping)})`}
            reminders={data.reminders.filter(({ skipped }) => skipped !== undefined)}
          />
          {data.sending + data.skipping > mostExpected && (
            <p className="quiet small">
              The first {count(mostExpected)} of {count(data.sending + data.skipping)} are listed.
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** With nobody to write to the server may still be asked: somebody may have become due since. */
const sendingText = (sending: number) =>
  sending === 0 ? "Send all the same" : sending === 1 ? "Send 1 email" : `Send ${count(sending)} emails`;

/** More than these may have to be scrolled to. */
const mostAtOnce = 3;

const Reminders = ({ label, reminders }: { label: string; reminders: readonly ExpectedReminder[] }) =>
  reminders.length > 0 && (
    <div>
      <h3>{label}</h3>
      <div
        className={classes.list}
        {...(reminders.length > mostAtOnce && { tabIndex: 0, role: "group", "aria-label": label })}
      >
        <ul className="ruled">
          {reminders.map(
            ({ subscription_id, client_name, service, kind, period, amount, currency, paid, skipped }) => (
              <li key={subscription_id}>
                <strong>{client_name}</strong>
                <span className="figures">
                  {leftText({ amount, currency, paid }) || priceText(amount, currencyOf({ currency }))}
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
