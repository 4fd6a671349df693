import { TextInput } from "@mantine/core";
import { useState } from "react";
import { MAX_PROMISE_DAYS } from "../../../../shared/billing/promise.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { addDays, type Day } from "../../../../shared/day.ts";
import type { ClientAccount } from "../../../../shared/payments/client-account.ts";
import { failureText } from "../../../api.ts";
import { usePromise } from "../../queries/client-page.ts";
import { announce } from "../ui/announce.ts";

type Props = {
  /** The client's id. */
  id: string;
  account: Pick<ClientAccount, "promised_until" | "today">;
  autoFocus?: boolean;
};

/** The effect of a promise, or that it was broken. */
export const promiseText = (promised_until: Day, today: Day): string =>
  promised_until < today ? "The promise was not kept." : "No reminder goes out by itself until then.";

/** The day until which the client promised to pay. It is saved when the field is left. */
export function PromiseField({ id, account: { promised_until = "", today }, autoFocus = false }: Props) {
  const [day, setDay] = useState(promised_until);
  const promise = usePromise(id);
  function save() {
    if (day === promised_until || promise.isPending) return;
    const saved = day
      ? `Promised for ${formatDay(day)}: no reminder until then.`
      : "The promise was removed.";
    promise.mutate({ day, before: promised_until }, { onSuccess: () => announce(saved) });
  }
  return (
    <TextInput
      label="Promised to pay by"
      type="date"
      w={{ base: "100%", sm: 260 }}
      autoFocus={autoFocus}
      min={today}
      max={addDays(today, MAX_PROMISE_DAYS)}
      value={day}
      description={promised_until && promiseText(promised_until, today)}
      error={promise.error && failureText(promise.error, ...failed)}
      disabled={promise.isPending}
      onChange={({ currentTarget: { value } }) => setDay(value)}
      onBlur={save}
      onKeyDown={({ key }) => key === "Enter" && save()}
    />
  );
}

const failed = ["Failed to save the promise", "An error occurred while saving the promise"] as const;
