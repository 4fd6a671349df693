import { Box, Group } from "@mantine/core";
import { useState } from "react";
import type { UpcomingRenewal } from "../../../../shared/dashboard/dashboard.ts";
import type { Currency, Sums } from "../../../../shared/money.ts";
import { recipientOf } from "../../../../shared/reminders/whatsapp.ts";
import type { Column } from "../../components/table/columns.ts";
import { clientPage, type RowActions, RowActionsWithMenu } from "../../components/table/RowActions.tsx";
import { RowSheet } from "../../components/table/RowSheet.tsx";
import { useSubscriptionActions } from "../../components/table/use-subscription-actions.ts";
import { OneOffTag, SampleBadge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { ClientLink } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { usePhone, useTouch } from "../../components/ui/use-narrow.ts";
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
  /** For how long something is overdue. */
  age?: string;
  /** Beside the company. */
  facts?: readonly (string | false | undefined)[];
  /** Since when, in the tooltip. */
  title?: string;
};

/** Who owes how much, then since when, the company, other facts and, over them, what can be done. Fingers open a sheet. */
export function DueRow({ name, tone, renewal, sums, usual, age, facts = [], title }: Props) {
  const { client_id, client_name, company, service, sample, subscription_id } = renewal;
  // A debt is of all that a client has.
  const isNamed = service !== undefined && (tone === "due-soon" || subscription_id === undefined);
  const beside = companyBeside(client_name, company);
  const text = [beside, ...facts].filter(Boolean).join(" · ");
  const actions = useActions(renewal, name, tone);
  const [touch, phone] = [useTouch(), usePhone()];
  const inSheet = touch || phone;
  const [open, setOpen] = useState(false);
  const sum = <SumLines sums={sums} usual={usual} />;
  const columns: Column<UpcomingRenewal>[] = [
    { id: "amount", header: tone === "overdue" ? "Overdue" : "To pay", cell: () => sum },
    ...(title ? [{ id: "title", header: "Due", cell: () => title }] : []),
    ...(text ? [{ id: "facts", header: "Of", cell: () => text }] : []),
    ...(isNamed ? [{ id: "service", header: "Service", cell: () => service }] : []),
  ];
  return (
    <Box
      component="li"
      aria-label={name}
      className={`row ${classes.due}`}
      data-row
      data-tone={tone}
      data-sheet={inSheet || undefined}
      tabIndex={-1}
    >
      <BrokenRow of={renewal} inItem>
        <Group className={classes.client ?? ""} gap={8} miw={0} wrap="nowrap">
          <ClientLink whole={!inSheet} id={client_id} name={client_name} />
          <SampleBadge sample={sample} />
          {isNamed && <OneOffTag charge={renewal} />}
        </Group>
        <div className={classes.owed} data-two={Object.keys(sums).length > 1 || undefined}>
          {sum}
        </div>
        <span
          className={`quiet smaller ${classes.facts}`}
          title={[age, text, service, title].filter(Boolean).join("\n")}
        >
          {age && <span className={classes.age}>{age}</span>}
          <span className="wrap">
            <Money>{[age && text && " · ", text].filter(Boolean).join("")}</Money>
          </span>
          {isNamed && (
            <span className={`cut ${classes.service}`}>{age || text ? ` · ${service}` : service}</span>
          )}
        </span>
        {!inSheet && <RowActionsWithMenu name={name} main={actions.main} more={actions.more} />}
        {inSheet && (
          <button
            type="button"
            className={`quiet ${classes.opener}`}
            aria-label={`Details of ${name}`}
            onClick={() => setOpen(true)}
          >
            <Icon name="right" size={16} />
          </button>
        )}
        {open && (
          <RowSheet
            row={renewal}
            columns={columns}
            fields={{}}
            actions={actions}
            title={client_name}
            onClose={() => setOpen(false)}
          />
        )}
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
  const { main, edit, more, page } = useSubscriptionActions()(renewal, recipient, {
    isDue: true,
    name,
    ...pay,
  });
  const others =
    subscription_id === undefined
      ? () => [clientPage(client_id, client_name), ...(sample ? [] : [whatsApp(client_id, recipient)])]
      : () => [edit, ...(more?.() ?? [])].filter((action) => action !== undefined);
  return { main, more: others, page: subscription_id === undefined ? undefined : page };
}
