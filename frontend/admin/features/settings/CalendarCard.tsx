import { Button, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatInstant } from "../../../../shared/dates.ts";
import { request } from "../../../api.ts";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { announce } from "../../components/ui/announce.ts";
import { OnOff } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { CopyField } from "../../components/ui/CopyField.tsx";
import { keyOf, refresh } from "../../queries/cache.ts";
import { queryOf } from "../../queries/query-of.ts";

/** When the person's calendar address was created, if there is one. */
const ownCalendar = queryOf(keyOf("calendar"), "GET /api/v1/staff/me/calendar", {});

/** A secret address for the person's own calendar app. It is shown only when it is created. */
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
      announce("Your calendar address is switched off.");
    },
    onSettled,
  });
  const busy = make.isPending || end.isPending;
  const made_at = state.data?.made_at;
  // An address created later in another browser replaces this one.
  const address = made_at && made_at === make.data?.made_at ? location.origin + make.data.path : undefined;

  const createText = make.isPending ? "Creating..." : "Create my address";

  /** Returns the focus, because the focused button disappears. */
  function close() {
    flushSync(() => setAsking(undefined));
    first.current?.focus();
  }

  function start(change: typeof make | typeof end) {
    if (busy) return;
    make.reset();
    end.reset();
    change.mutate();
  }

  return (
    <Card title="Calendar">
      {state.data && <OnOff on={made_at !== undefined} />}
      <p className="small">
        Due dates, prices and ends to come, and notes in your own calendar app. Anyone with the address can
        read clients’ names, services and amounts without signing in.
      </p>
      <ErrorNotice
        error={make.error ?? end.error ?? state.error}
        texts={[
          "This did not work. Please try again.",
          "There was no response. Check your connection and try again.",
        ]}
        retry={state.isError && (() => void state.refetch())}
      />
      {address && !asking && (
        <CopyField
          key={address}
          label="Your address"
          description="Copy it now: it is shown only once. In Google Calendar, add it under Other calendars, From URL. In Apple Calendar and Outlook, subscribe to it."
          value={address}
          what="address"
          autoFocus
        />
      )}
      {made_at && !address && !asking && (
        <p className="quiet small">{`Created on ${formatInstant(made_at)}. It cannot be shown again.`}</p>
      )}
      {asking === "another" && (
        <Question
          text="Your current address stops working immediately. Add the new one to your app."
          onKeep={close}
        >
          <Button aria-disabled={busy} onClick={() => start(make)}>
            {make.isPending ? "Creating..." : "Create a new one"}
          </Button>
        </Question>
      )}
      {asking === "off" && (
        <Question
          text="The address stops working immediately, and your app shows no more entries."
          onKeep={close}
        >
          <Button color="red" aria-disabled={busy} onClick={() => start(end)}>
            {end.isPending ? "Switching off..." : "Switch off"}
          </Button>
        </Question>
      )}
      {state.data && !asking && (
        <Group gap={10}>
          <Button
            ref={first}
            variant="default"
            aria-disabled={busy}
            onClick={() => (made_at ? setAsking("another") : start(make))}
          >
            {made_at ? "Create a new address" : createText}
          </Button>
          {made_at && (
            <Button variant="default" onClick={() => setAsking("off")}>
              Switch off
            </Button>
          )}
        </Group>
      )}
    </Card>
  );
}

/** What a change does, with a button that leaves everything as it is. */
const Question = ({ text, onKeep, children }: { text: string; onKeep: () => void; children: ReactNode }) => (
  <>
    <p className="small">{text}</p>
    <Group gap={10}>
      <Button variant="default" autoFocus onClick={onKeep}>
        Keep it
      </Button>
      {children}
    </Group>
  </>
);
