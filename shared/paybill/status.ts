import * as z from "zod/mini";
import { counted } from "../count.ts";
import { formatDay, formatMoment } from "../dates.ts";
import { Day } from "../day.ts";
import { Count, Instant, Text } from "../text.ts";

/** What is stored about the connection with M-Pesa. */
export const ConnectionStatus = z.object({
  /** The site that M-Pesa calls. Absent until somebody has connected it. */
  registered: z.optional(z.object({ site: Text, at: Instant })),
  last_callback_at: z.optional(Instant),
  last_pull_at: z.optional(Instant),
  failed_at: z.optional(Instant),
  /** A sentence without secrets. */
  failure: z.optional(Text),
  /** When a callback last came from an address that Safaricom does not publish. */
  unknown_source_at: z.optional(Instant),
  /** The last comparison with M-Pesa's list: the day, and what differs. */
  compared: z.optional(z.object({ day: Day, differences: z.array(Text) })),
});
export type ConnectionStatus = z.output<typeof ConnectionStatus>;

export const PaybillStatus = z.extend(ConnectionStatus, {
  short_code: Text,
  /** Payments that M-Pesa announced and has not confirmed. */
  announced: Count,
});
export type PaybillStatus = z.output<typeof PaybillStatus>;

const moment = (instant: string | undefined) => (instant ? formatMoment(instant) : "Never");

export function statusFacts(status: PaybillStatus): [name: string, value: string][] {
  const { short_code, registered, last_callback_at, last_pull_at, announced, compared } = status;
  const differences = compared?.differences.length ?? 0;
  const isNew = !registered && !last_pull_at;
  return [
    ["Paybill number", short_code],
    [
      "Connected",
      registered
        ? `Since ${formatMoment(registered.at)}, to ${registered.site}`
        : isNew
          ? "We check it within 15 minutes"
          : "Only by M-Pesa’s list",
    ],
    ["Last announced", moment(last_callback_at)],
    ["List last read", moment(last_pull_at)],
    ["Not confirmed yet", counted(announced, "payment")],
    [
      "Last compared",
      compared
        ? `${formatDay(compared.day)}: ${differences === 0 ? "nothing differs" : counted(differences, "difference")}`
        : "Never",
    ],
    ...(status.unknown_source_at
      ? [
          [
            "Unknown sender",
            `${formatMoment(status.unknown_source_at)}: an address that Safaricom does not publish. Only what M-Pesa confirms counts.`,
          ] as [string, string],
        ]
      : []),
  ];
}

/** What needs somebody. `paybill` is the number in the payment instructions. */
export function statusProblems(status: PaybillStatus, paybill: string): string[] {
  const { short_code, registered, last_pull_at = "", failed_at = "", failure } = status;
  return [
    failure && failed_at >= last_pull_at
      ? `${formatMoment(failed_at)}: ${failure} We try again every 15 minutes. If it lasts, tell your system administrator.`
      : "",
    !registered && last_pull_at
      ? "M-Pesa does not announce payments to this site, so they come in up to 15 minutes late. Your system administrator changes that with “npm run mpesa -- connect”."
      : "",
    paybill !== "" && paybill !== short_code
      ? `Reminders name the Paybill ${paybill}, but payments come in by themselves only for ${short_code}.`
      : "",
  ].filter(Boolean);
}
