import { Button, Stack } from "@mantine/core";
import { useRef } from "react";
import { Link } from "react-router";
import type { EmailName } from "../../../../shared/reminders/reminder.ts";
import { ApiError } from "../../../api.ts";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { type Typed, useSendTest } from "./queries.ts";

/** Sends a test of the email, as typed, only to the signed-in person. */
export function SendTest({ name, typed }: { name: EmailName; typed?: Typed }) {
  const { email } = usePerson();
  const test = useSendTest(name, typed);
  // A double click must not send twice.
  const pressed = useRef(false);

  function send() {
    if (pressed.current) return;
    pressed.current = true;
    test.mutate(undefined, {
      onSettled: () => {
        pressed.current = false;
      },
    });
  }

  return (
    <Stack gap={12} align="flex-start" className="apart">
      <h3>Send me a test</h3>
      <p>{`It is sent to ${email}, your own address, and listed in the send log.`}</p>
      <Button
        variant={typed ? "default" : "filled"}
        leftSection={<Icon name="send" size={16} />}
        aria-disabled={test.isPending}
        onClick={send}
      >
        {test.isPending ? "Sending..." : "Send me a test"}
      </Button>
      <div role="status">
        {test.data && (
          <Notice tone="success" quiet reveal>
            <span>{`The test was sent to ${test.data.to}. `}</span>
            <Link to="/admin/money/sent">Send log</Link>
          </Notice>
        )}
      </div>
      <ErrorNotice
        error={test.error}
        texts={["Failed to send the test", "An error occurred while sending the test"]}
        advice={
          test.error instanceof ApiError
            ? "Nothing else was changed."
            : "It may have been sent. Check your mailbox before you try again."
        }
      />
    </Stack>
  );
}
