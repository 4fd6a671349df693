import type { DomainCheck } from "../../../../shared/mail-domain.ts";
import type { Tone } from "../../../../shared/tone.ts";

/** The DNS records of the sender. */
export const checkNames: Record<DomainCheck["check"], string> = {
  dkim: "Signature (DKIM)",
  mail_from: "Return address (MAIL FROM)",
  spf: "Allowed senders (SPF)",
  dmarc: "Protection against forged emails (DMARC)",
};

export const checkStates: Record<DomainCheck["state"], [word: string, Tone]> = {
  fine: ["Good", "fine"],
  waiting: ["Waiting", "soon"],
  missing: ["Missing", "overdue"],
  several: ["More than one", "overdue"],
  unknown: ["Unknown", "quiet"],
};

const missingMeanings: Record<DomainCheck["check"], string> = {
  dkim: "Emails are not signed, so they may be treated as spam.",
  mail_from: "Bounces go to an Amazon domain, so SPF does not cover your domain.",
  spf: "The DNS does not allow AWS to send for your domain.",
  dmarc:
    "Mailboxes do not know what to do with forged emails. Gmail and Yahoo require this of large senders.",
};

/** Explains the state of a record to the person who sets up emails. */
export const checkMeaning = ({ check, state }: DomainCheck): string | undefined =>
  ({
    fine: undefined,
    waiting: "The DNS has the records. AWS checks them within three days.",
    missing: missingMeanings[check],
    several: "There is more than one such record, so none of them works. Keep only one.",
    unknown: "We could not check this. Open this page again later.",
  })[state];
