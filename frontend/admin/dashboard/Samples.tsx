import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { failureText } from "../../api.ts";
import { announce } from "../look/announce.ts";
import { Notice } from "../look/Notice.tsx";
import { usePerson } from "../session/SessionProvider.tsx";
import { useRemoveSamples } from "./queries.ts";

/** Says that what is shown is made up, and lets an administrator take it away. */
export function Samples({ count }: { count: number }) {
  const admin = usePerson().role === "admin";
  const remove = useRemoveSamples(({ clients, subscriptions }) => {
    announce(`${clients} sample clients and ${subscriptions} sample subscriptions were removed.`);
    document.querySelector<HTMLElement>("main h1")?.focus();
  });
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);

  const ask = (
    <Button size="sm" variant="default" onClick={() => setAsking(true)}>
      Remove sample data
    </Button>
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
      <Notice tone="plain" quiet action={admin && (asking ? confirm : ask)}>
        {asking ? (
          <p>
            Remove all {count} sample records, with everything changed in them? Real records stay as they are.
          </p>
        ) : (
          <p>
            {count} records here are sample data: made up, and never written to.
            {!admin && " An administrator can remove them."}
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
