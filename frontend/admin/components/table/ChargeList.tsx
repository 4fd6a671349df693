import { Box, Button, Flex, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { formatDay } from "../../../../shared/dates.ts";
import type { ClientCharge } from "../../../../shared/payments/client-account.ts";
import { clientOwed } from "../../queries/client-page.ts";
import { clientInvoices } from "../../queries/invoices.ts";
import { chargeName, chargeStateText, leftOfCharge, wholeText } from "../../rules/charge-form.ts";
import { distinctNames } from "../../rules/distinct-names.ts";
import { paperNumbersByCharge } from "../../rules/invoice-text.ts";
import { useDialog } from "../form/use-dialog.ts";
import { LineButton } from "../timeline/TimelineEntry.tsx";
import { OneOffTag } from "../ui/Badge.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Amount, Money } from "../ui/Money.tsx";

const MAX_SHOWN = 5;

type Props = {
  client: string;
  /** In the panel the heading is smaller. */
  heading: "h2" | "h3";
  canAdd: boolean;
};

/** The debts of a client, charge by charge. Each can be changed, and one that does not recur can be added. */
export function ChargeList({ client, heading: Heading, canAdd }: Props) {
  const { data } = useQuery(clientOwed(client));
  const isInvoiced = data?.charges.some(({ invoices }) => invoices) ?? false;
  const invoices = useQuery({ ...clientInvoices(client), enabled: isInvoiced }).data?.rows;
  const numbers = useMemo(() => paperNumbersByCharge(invoices ?? []), [invoices]);
  const dialog = useDialog();
  const [all, setAll] = useState(false);
  const id = useId();
  if (!data) return null;
  const { charges, today } = data;
  const shown = all ? charges : charges.filter(({ state }) => state === "open").slice(0, MAX_SHOWN);
  const nameOf = distinctNames(
    shown,
    (charge) => `${chargeName(charge)}, due ${formatDay(charge.due)}`,
    leftOfCharge,
  );
  return (
    <section className="unprinted" aria-labelledby={id}>
      <Group justify="space-between" mb={4} gap={8}>
        <Heading id={id}>Charges</Heading>
        {canAdd && (
          <Button
            size={Heading === "h2" ? "sm" : "xs"}
            variant={Heading === "h2" ? "default" : "subtle"}
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => dialog.open("charge", client)}
          >
            Add charge
          </Button>
        )}
      </Group>
      {shown.length === 0 && <p className="quiet small">Nothing is open.</p>}
      {shown.length > 0 && (
        <ul className="ruled">
          {shown.map((charge) => (
            <Row
              key={charge.id}
              charge={charge}
              today={today}
              invoices={numbers.get(charge.id)}
              name={nameOf(charge)}
              onChange={() => dialog.open("charge", `${client}.${charge.id}`)}
            />
          ))}
        </ul>
      )}
      {(all || charges.length > shown.length) && (
        <LineButton mx={-8} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Only what is open" : `All ${charges.length}, with what is paid or waived`}
        </LineButton>
      )}
    </section>
  );
}

type RowProps = {
  charge: ClientCharge;
  today: string;
  /** The numbers of its invoices and credit notes. */
  invoices: string | undefined;
  name: string;
  onChange: () => void;
};

const Row = ({ charge, today, invoices, name, onChange }: RowProps) => {
  const { due, state, on_hold } = charge;
  const isLate = state === "open" && !on_hold && due < today;
  const more = chargeStateText(charge);
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap={12} py={4} mih={44}>
      <Stack gap={0} miw={0} flex={1}>
        <Group gap="0 8px" className="wrap">
          {chargeName(charge)}
          <OneOffTag charge={charge} />
        </Group>
        <div className="small">
          <Box component="span" c={isLate ? "var(--overdue)" : "var(--quiet)"}>
            due {formatDay(due)}
          </Box>
          {more && (
            <span className="quiet">
              {" · "}
              <Money>{more}</Money>
            </span>
          )}
          {invoices && <span className="quiet">{` · ${invoices}`}</span>}
        </div>
      </Stack>
      {/* On a phone below each other, so that the name keeps its room. */}
      <Flex
        direction={{ base: "column", sm: "row" }}
        align={{ base: "flex-end", sm: "center" }}
        gap={{ base: 0, sm: 12 }}
      >
        <Amount>{state === "open" ? leftOfCharge(charge) : wholeText(charge)}</Amount>
        <LineButton lh={1.5} aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </LineButton>
      </Flex>
    </Group>
  );
};
