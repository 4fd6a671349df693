import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { LetterName } from "../../../shared/notifications.ts";
import { ApiError, failureText } from "../../api.ts";
import { companySettings } from "../company.ts";
import { Icon } from "../look/Icon.tsx";
import { Notice } from "../look/Notice.tsx";
import classes from "./LettersPage.module.css";
import { useSendTest } from "./queries.ts";

/** Mails the letter to one of the company's own addresses, and to nobody else. */
export function SendTest({ letter }: { letter: LetterName }) {
  const { data: company, error, refetch } = useQuery(companySettings);
  const test = useSendTest(letter);
  // A double click is faster than any state that is drawn.
  const pressed = useRef(false);
  const addresses = [...new Set([company?.notification_email, company?.company_email])].filter(
    (address): address is string => Boolean(address),
  );
  const [chosen, setChosen] = useState("");
  const to = addresses.includes(chosen) ? chosen : addresses[0];

  return (
    <div className={classes.test}>
      <h3>Send me a test</h3>
      {error && !company && (
        <p>
          The addresses in Settings could not be loaded.{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {company && !to && (
        <p>
          A test goes only to your own addresses. Enter a notification or company e-mail address in{" "}
          <Link to="/admin/settings">Settings</Link> first.
        </p>
      )}
      {to && (
        <form
          className={classes.send}
          onSubmit={(event) => {
            event.preventDefault();
            if (pressed.current) return;
            pressed.current = true;
            test.mutate(to, {
              onSettled: () => {
                pressed.current = false;
              },
            });
          }}
        >
          <NativeSelect
            label="To"
            data={addresses}
            value={to}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              if (!test.isPending) test.reset();
            }}
          />
          <Button type="submit" leftSection={<Icon name="send" size={16} />} aria-disabled={test.isPending}>
            {test.isPending ? "Sending..." : "Send me a test"}
          </Button>
        </form>
      )}
      <div role="status">
        {test.data && (
          <Notice tone="success" quiet>
            The test is on its way to {test.variables}.
          </Notice>
        )}
      </div>
      {test.error && (
        <Notice tone="error">
          <p>
            {failureText(test.error, "Failed to send the test", "An error occurred while sending the test")}
          </p>
          <p>
            {test.error instanceof ApiError
              ? "Nothing else was changed."
              : "It may have been sent all the same: look in the mailbox before you try again."}
          </p>
        </Notice>
      )}
    </div>
  );
}
