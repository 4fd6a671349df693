import { counted } from "../../../../shared/count.ts";
import { formatDay, formatMoment } from "../../../../shared/dates.ts";
import type { PaybillStatus } from "../../../../shared/paybill/status.ts";

const moment = (instant: string | undefined) => (instant ? formatMoment(instant) : "Never");

export function statusFacts(status: PaybillStatus): [name: string, value: string][] {
  const { short_code, last_callback_at, last_pull_at, announced, compared } = status;
  const differences = compared?.differences.length ?? 0;
  return [
    ["Paybill number", short_code],
    ["Connected", connectionText(status)],
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

function connectionText({ registered, last_pull_at }: PaybillStatus): string {
  if (registered) return `Since ${formatMoment(registered.at)}, to ${registered.site}`;
  return last_pull_at ? "Only by M-Pesa’s list" : "We check it within 15 minutes";
}

/** Problems that a person must solve. `paybill` is the number in the payment instructions. */
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
