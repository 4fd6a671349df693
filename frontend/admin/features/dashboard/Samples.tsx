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

/** Says that what is shown is made up, and lets those who may take it away; an interrupted seeding can be finished. */
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
            Remove all {count} sample records, with everything changed in them? Real records stay as they are.
          </p>
        ) : missing > 0 ? (
          <p>
            Creating the sample data was interrupted: {count} of {count + missing} records are there. Finish
            it, or remove them.
          </p>
        ) : (
          <p>
            {count} records here are sample data: made up, and never written to.
            {realRecords > 0 && " Beside real records they count in no figure."}
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
