import { asksForMoney } from "../../shared/account-statement/statement.ts";
import { statementEmail } from "../../shared/account-statement/statement-email.ts";
import { signatureOf } from "../../shared/emails/reminder-text.ts";
import { statementContent } from "../../shared/paper/statement-content.ts";
import { readStatement } from "../ledger/client-statement.ts";
import { attachedPapers } from "../outbox/attached-papers.ts";
import { type Draft, type Outcome, sendOnce } from "../outbox/send-once.ts";
import type { Job } from "../platform/email/jobs.ts";
import type { Moment } from "../platform/moment.ts";
import { statementKeyOf } from "../stores/email-key.ts";
import { aboutClient, readerOf } from "./send-receipt.ts";

/** Sends a client a statement of account, once for each press of the button and each day of the month. */
export const sendStatement = (job: Job & { email: "statement" }, moment: Moment): Promise<Outcome> =>
  sendOnce([statementKeyOf(job)], moment, async (): Promise<Draft> => {
    const { client_id, from, to, monthly } = job;
    const reader = await readerOf(job);
    if ("skip" in reader) return reader;
    const { client, recipients, company } = reader;
    if (client.erased_at) return { skip: "the client was erased", client_id };
    if (monthly && client.muted) return { skip: "muted", client_id };
    const statement = await readStatement(client_id, { from, to }, moment.today);
    if (monthly && !asksForMoney(statement)) return { skip: "no longer due", client_id };
    return {
      client_id,
      email: statementEmail({ ...(await aboutClient(client)), statement }, company),
      ...recipients,
      attachments: () => attachedPapers([statementContent({ client, company, statement })]),
      replyTo: company.company_email || undefined,
      name: signatureOf(company.company_name),
    };
  });
