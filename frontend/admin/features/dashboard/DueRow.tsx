import { Box, Group } from "@mantine/core";
import type { UpcomingRenewal } from "../../../../shared/dashboard/dashboard.ts";
import type { Currency, Sums } from "../../../../shared/money.ts";
import { recipientOf } from "../../../../shared/reminders/whatsapp.ts";
import { clientPage, type RowActions, RowActionsWithMenu } from "../../components/table/RowActions.tsx";
import { useSubscriptionActions } from "../../components/table/use-subscription-actions.ts";
import { SampleBadge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { ClientLink } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { useWhatsApp } from "../../components/ui/use-whats-app.ts";
import { companyBeside } from "../../rules/client-company.ts";
import classes from "./DashboardPage.module.css";

type Props = {
  /** Names the row for screen readers; all rows of a list have different names. */
  name: string;
  tone: "overdue" | "due-soon";
  /** The charge that a payment is recorded for and a reminder is sent about. */
  renewal: UpcomingRenewal;
  sums: Sums;
  usual: Currency;
  /** Beside the company. */
  facts: readonly (string | false | undefined)[];
  /** More about the facts, in the tooltip. */
  title?: string;
};

/** Who owes how much, then the company, the facts and, over them, what can be done. */
export function DueRow({ name, tone, renewal, sums, usual, facts, title }: Props) {
  const { client_id, client_name, company, service, sample, subscription_id } = renewal;
  // A debt is of all that a client has.
  const isNamed = service !== undefined && (tone === "due-soon" || subscription_id === undefined);
  const beside = companyBeside(client_name, company);
  const text = [beside, ...facts].filter(Boolean).join(" · ");
  const actions = useActions(renewal, name, tone);
  return (
    <Box
      component="li"
      aria-label={name}
      className={`row ${classes.due}`}
      data-row
      data-tone={tone}
      tabIndex={-1}
    >
      <BrokenRow of={renewal} inItem>
        <Group gap="0 8px" justify="space-between" align="baseline" wrap="nowrap">
          <Group gap={8} miw={0} wrap="nowrap">
            <ClientLink whole id={client_id} name={client_name} />
            <SampleBadge sample={sample} />
          </Group>
          <Box flex="none" ta="right">
            <SumLines sums={sums} usual={usual} />
          </Box>
        </Group>
        <div className={classes.second}>
          <span
            className={`quiet smaller ${classes.facts}`}
            title={[text, service, title].filter(Boolean).join("\n")}
          >
            <span className="wrap">
              <Money>{text}</Money>
            </span>
            {isNamed && <span className={`cut ${classes.service}`}>{text ? ` · ${service}` : service}</span>}
          </span>
          <RowActionsWithMenu name={name} main={actions.main} more={actions.more} />
        </div>
      </BrokenRow>
    </Box>
  );
}

/** What does not recur has no subscription to edit or to send a reminder about. */
function useActions(renewal: UpcomingRenewal, name: string, tone: Props["tone"]): RowActions {
  const { subscription_id, client_id, client_name, sample } = renewal;
  const whatsApp = useWhatsApp();
  const recipient = recipientOf(renewal);
  // An overdue client pays all that is owed, not one subscription first.
  const pay = tone === "overdue" || subscription_id === undefined ? { pay: client_id } : {};
  const { main, edit, more } = useSubscriptionActions()(renewal, recipient, { isDue: true, name, ...pay });
  const others =
    subscription_id === undefined
      ? () => [clientPage(client_id, client_name), ...(sample ? [] : [whatsApp(client_id, recipient)])]
      : () => [edit, ...(more?.() ?? [])].filter((action) => action !== undefined);
  return { main, more: others };
}
