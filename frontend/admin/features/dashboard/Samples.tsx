import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { DashboardStats } from "../../../../shared/dashboard.ts";
import { failureText } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { useRemoveSamples } from "./queries.ts";
import { missingSamples } from "./samples.ts";

type Props = { stats: DashboardStats; finish: () => void; onRemoved: () => void };

/** A notice about sample data, with buttons to remove it or to finish an interrupted seeding. */
export function Samples({ stats, finish, onRemoved }: Props) {
  const { sampleRecords: count, realRecords } = stats;
  const missing = missingSamples(stats);
  const mayRemove = usePerson().role === "admin" || realRecords === 0;
  const remove = useRemoveSamples(({ clients, subscriptions }) => {
    announce(`${clients} sample clients and ${subscriptions} sample subscriptions were removed.`);
    document.querySelector<HTMLElement>("main h1")?.focus();
    onRemoved();
  });
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);

  const ask = (
    <>
      {missing > 0 && (
        <Button size="sm" onClick={finish}>
          Finish
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => setAsking(true)}>
        Remove sample data
      </Button>
    </>
  );
  const confirm = (
    <>
      <Button ref={keep} size="sm" variant="default" onClick={() => setAsking(false)}>
        Keep it
      </Button>
      <Button
        size="sm"
        color="red"
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && remove.mutate()}
      >
        {remove.isPending ? "Removing..." : "Remove"}
      </Button>
    </>
  );
  return (
    <>
      <Notice tone="plain" quiet action={mayRemove && (asking ? confirm : ask)}>
        {asking ? (
          <p>
            Remove all {count} sample records, including your changes in them? Real records are not affected.
          </p>
        ) : missing > 0 ? (
          <p>
            Creating the sample data was interrupted: {count} of {count + missing} records exist. Finish it or
            remove them.
          </p>
        ) : (
          <p>
            {count} records are sample data. They get no email.
            {realRecords > 0 && " They do not count in any figure because there are real records."}
            {!mayRemove && " An administrator can remove them."}
          </p>
        )}
      </Notice>
      {remove.error && (
        <Notice tone="error">
          {failureText(
            remove.error,
            "Failed to remove the sample data",
            "An error occurred while removing the sample data",
          )}
        </Notice>
      )}
    </>
  );
}
