import type { Day } from "../../shared/day.ts";
import { type Interceptor, throttled } from "./interception.ts";
import type { ReminderProduct } from "./reminder-product.ts";

/** The faults of a day of reminders; `at` is the number of the call to AWS. */
export const faultNames = [
  "none",
  "sender killed",
  "daily run killed",
  "button killed",
  "mail throttled",
  "responses of SES lost",
  "SES down for some calls",
  "database throttled",
] as const;

export function reminderFaults(on: ReminderProduct, setInterceptor: (interceptor: Interceptor) => void) {
  function killing(what: string, at: number): void {
    let calls = 0;
    setInterceptor(async ({ from }, pass) => {
      if (!from?.startsWith(what)) return pass();
      calls += 1;
      if (calls !== at + 1) return pass();
      // Every other time the call takes effect before the kill.
      if (at % 2 === 0) await pass();
      await on.product.kill(from);
      return undefined;
    });
  }

  const faults: Record<(typeof faultNames)[number], (at: number) => Promise<void>> = {
    none: async () => {},
    "sender killed": async (at) => killing("RemindersSend", at),
    "daily run killed": async (at) => killing("RemindersSweep", at % 8),
    "button killed": async (at) => killing("ApiReminders", at),
    "mail throttled": (at) => on.faults({ throttle: at % 5 }),
    "responses of SES lost": (at) => on.faults({ acceptThenDrop: 1 + (at % 3) }),
    "SES down for some calls": async (at) => {
      let callsLeft = 1 + (at % 6);
      await on.faults({ down: true });
      setInterceptor(async ({ operation }, pass) => {
        if (operation === "SendRawEmail" || operation === "GetSendQuota") callsLeft -= 1;
        if (callsLeft === 0) await on.faults();
        return pass();
      });
    },
    "database throttled": async (at) => {
      let calls = 0;
      setInterceptor(async ({ from, operation }, pass) => {
        if (!from?.startsWith("Reminders") || !/Item|Query/.test(operation)) return pass();
        calls += 1;
        return calls > at && calls < at + 5 ? throttled() : pass();
      });
    },
  };
  return faults;
}

/** Presses the button on a day; the clock of the API does not move. Its function is known after its first call. */
export async function pressAs(on: ReminderProduct, day: Day): Promise<unknown> {
  const issued = String(Math.floor(Date.now() / 1_000));
  const id = "00000000-0000-4000-8000-000000000001";
  await on.put("Staff", { id, name: "", email: "a@staff.example", role: "staff", second_factor: false });
  const claims = {
    sub: id,
    iat: issued,
    auth_time: issued,
    token_use: "access",
    "cognito:groups": "[staff]",
  };
  const requestContext = {
    requestId: "random",
    timeEpoch: Date.parse(`${day}T07:00:00+03:00`),
    authorizer: { jwt: { claims } },
  };
  const button = on.product.calls().find(({ functionId }) => functionId.startsWith("ApiReminders"));
  const event = { routeKey: "POST /api/v1/send-notifications", headers: {}, requestContext };
  if (!button) throw new Error("The function of the button is unknown until its first call.");
  return on.product.invoke(button.functionId, event).catch(() => {}); // It may have been killed.
}
