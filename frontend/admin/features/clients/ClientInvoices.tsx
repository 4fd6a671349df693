import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { money } from "../../../../shared/amount.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import type { ListedInvoice } from "../../../../shared/invoices/routes.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListUnreadable, QueryFailure } from "../../components/table/ListState.tsx";
import { LineButton } from "../../components/timeline/TimelineEntry.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { Amount } from "../../components/ui/Money.tsx";
import { clientInvoices } from "../../queries/invoices.ts";
import { isLate, paperName, paperState, paperStateNames, paperTone } from "../../rules/invoice-text.ts";

const failed = ["Failed to fetch the invoices", "An error occurred while fetching the invoices"] as const;

const MAX_SHOWN = 5;

/** The newest invoices and credit notes of a client; nothing while there are none. */
export function ClientInvoices({ client }: { client: string }) {
  const query = useQuery(clientInvoices(client));
  const dialog = useDialog();
  const [all, setAll] = useState(false);
  const { data, error } = query;
  const rows = data?.rows ?? [];
  if (rows.length === 0 && !error && !data?.unreadable) return null;
  const shown = all ? rows : rows.slice(0, MAX_SHOWN);
  return (
    <section aria-labelledby="client-invoices">
      <h2 id="client-invoices">Invoices</h2>
      <QueryFailure query={query} texts={failed} />
      <ListUnreadable unreadable={data?.unreadable} />
      <ul className="ruled">
        {shown.map((invoice) => (
          <Row
            key={invoice.id}
            invoice={invoice}
            today={data?.today ?? ""}
            onOpen={() => dialog.open("invoice", invoice.id)}
          />
        ))}
      </ul>
      {rows.length > MAX_SHOWN && (
        <LineButton mx={-8} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Only the newest" : `All ${rows.length}`}
        </LineButton>
      )}
    </section>
  );
}

type RowProps = { invoice: ListedInvoice; today: Day; onOpen: () => void };

function Row({ invoice, today, onOpen }: RowProps) {
  const { day, due, kind, gross, currency, number, of_number } = invoice;
  const state = paperState(invoice);
  const name = paperName(invoice);
  const late = isLate(invoice, today);
  const facts = [
    formatDay(day),
    due && `due ${formatDay(due)}`,
    of_number && `for ${of_number}`,
    !number && "number follows",
  ];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap={12} py={4} mih={44}>
      <Stack gap={0} miw={0} flex={1}>
        <Group gap="0 8px" className="wrap">
          <span>{number ?? name}</span>
          <Badge tone={paperTone(state, late)}>{`${paperStateNames[state]}${late ? ", late" : ""}`}</Badge>
        </Group>
        <span className="quiet small">{facts.filter(Boolean).join(" · ")}</span>
      </Stack>
      <Amount>{money(kind === "credit_note" ? -gross : gross, currency)}</Amount>
      <LineButton lh={1.5} aria-label={`Open ${name}`} onClick={onOpen}>
        Open
      </LineButton>
    </Group>
  );
}
