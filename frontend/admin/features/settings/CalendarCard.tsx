import { Button, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { failureText, request } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { CopyField } from "../../components/ui/CopyField.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { refresh } from "../../queries/cache.ts";
import { formatInstant } from "../../words/dates.ts";
import { ownCalendar } from "./queries.ts";

/** The way to what is due in one's own calendar app, by an address that is seen only when it is made. */
export function CalendarCard() {
  const queryClient = useQueryClient();
  const state = useQuery(ownCalendar);
  const [asking, setAsking] = useState<"another" | "off">();
  const first = useRef<HTMLButtonElement>(null);
  const onSettled = () => void refresh(queryClient, "calendar", "activity");
  const make = useMutation({
    mutationFn: () => request("POST /api/v1/staff/me/calendar", {}),
    onSuccess: ({ made_at }) => {
      queryClient.setQueryData(ownCalendar.queryKey, { made_at });
      setAsking(undefined);
    },
    onSettled,
  });
  const end = useMutation({
    mutationFn: () => request("DELETE /api/v1/staff/me/calendar", {}),
    onSuccess: () => {
      queryClient.setQueryData(ownCalendar.queryKey, {});
      close();
      announce("Your calendar’s address is switched off.");
    },
    onSettled,
  });
  const busy = make.isPending || end.isPending;
  const error = make.error ?? end.error ?? state.error;
  const made_at = state.data?.made_at;
  // Made anew elsewhere, what was given here is good for nothing.
  const given = made_at && made_at === make.data?.made_at ? location.origin + make.data.path : undefined;

  /** What had the focus is gone with the question. */
  function close() {
    flushSync(() => setAsking(undefined));
    first.current?.focus();
  }

  function answer(what: typeof make | typeof end) {
    if (busy) return;
    make.reset();
    end.reset();
    what.mutate();
  }

  return (
    <Card title="Calendar">
      {state.data && (
        <div>
          <Badge tone={made_at ? "fine" : "quiet"}>{made_at ? "On" : "Off"}</Badge>
        </div>
      )}
      <p className="small">
        What is due, and notes with a day, in your own calendar app. Anybody who has the address can read it
        without signing in: clients’ names, services and amounts.
      </p>
      {error && (
        <Notice
          tone="error"
          action={
            state.error && (
              <Button variant="default" size="xs" onClick={() => void state.refetch()}>
                Try again
              </Button>
            )
          }
        >
          {failureText(
            error,
            "That did not work. Trying again does no harm.",
            "There was no answer. Check your connection and try again.",
          )}
        </Notice>
      )}
      {given && !asking && (
        <CopyField
          key={given}
          label="Your address"
          description="Shown this once: copy it now. In Google Calendar it goes under Other calendars, From URL; in Apple’s and Outlook’s it is a calendar to subscribe to."
          value={given}
          what="address"
          autoFocus
        />
      )}
      {made_at && !given && !asking && (
        <p className="quiet small">
          Made on {formatInstant(made_at)}. It was shown then, and cannot be shown again.
        </p>
      )}
      {asking && (
        <p className="small">
          {asking === "another"
            ? "The address you have stops at once: the new one has to take its place in your app."
            : "The address stops at once, and your app shows nothing from here any more."}
        </p>
      )}
      {asking ? (
        <Group gap={10}>
          <Button variant="default" autoFocus onClick={close}>
            Keep it
          </Button>
          {asking === "another" ? (
            <Button aria-disabled={busy} onClick={() => answer(make)}>
              {make.isPending ? "Making..." : "Make a new one"}
            </Button>
          ) : (
            <Button color="red" aria-disabled={busy} onClick={() => answer(end)}>
              {end.isPending ? "Switching off..." : "Switch off"}
            </Button>
          )}
        </Group>
      ) : (
        state.data && (
          <Group gap={10}>
            <Button
              ref={first}
              variant="default"
              aria-disabled={busy}
              onClick={() => (made_at ? setAsking("another") : answer(make))}
            >
              {made_at ? "Make a new address" : make.isPending ? "Making..." : "Make my address"}
            </Button>
            {made_at && (
              <Button variant="default" onClick={() => setAsking("off")}>
                Switch off
              </Button>
            )}
          </Group>
        )
      )}
    </Card>
  );
}
