import { Box, Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { invoicePath, PDF_ENDING } from "../../../../shared/account-page-routes.ts";
import { money } from "../../../../shared/amount.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { errorsOf } from "../../../../shared/errors.ts";
import type { ControlUnit } from "../../../../shared/invoices/invoice.ts";
import { NewControlUnit, type OpenedInvoice } from "../../../../shared/invoices/routes.ts";
import { Dialog, Pair } from "../../components/form/Dialog.tsx";
import { Failure } from "../../components/form/Failure.tsx";
import { ListLoading, QueryFailure } from "../../components/table/ListState.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { ClientLink } from "../../components/ui/Lines.tsx";
import { Amount } from "../../components/ui/Money.tsx";
import { openInvoice } from "../../components/ui/open-invoice.ts";
import { accountLink, clientPage } from "../../queries/client-page.ts";
import { openedInvoice, useRecordControlUnit } from "../../queries/invoices.ts";
import { companySettings } from "../../queries/settings.ts";
import { paperName, paperState, paperStateNames, paperTone, taxText } from "../../rules/invoice-text.ts";
import { usePerson } from "../../session/SessionProvider.tsx";

const failed = ["Failed to fetch the invoice", "An error occurred while fetching the invoice"] as const;

/** The facts and lines of an invoice or a credit note, and its control unit number. */
export default function InvoiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(openedInvoice(id));
  const invoice = query.data?.invoice;
  return (
    <Dialog title={invoice ? paperName(invoice) : "Invoice"} onClose={onClose}>
      <QueryFailure query={query} texts={failed} />
      {query.isPending && <ListLoading>Loading the invoice...</ListLoading>}
      {invoice && (
        <Stack gap={20}>
          <InvoiceFacts invoice={invoice} />
          <InvoiceLines invoice={invoice} />
          {invoice.number !== undefined && (
            <Group gap={8} mx={-8}>
              <PageButton invoice={invoice} />
              <PdfLink client={invoice.client_id} number={invoice.number} />
            </Group>
          )}
          <ControlUnitPart invoice={invoice} />
        </Stack>
      )}
    </Dialog>
  );
}

/** Opens the page that the client gets. */
function PageButton({ invoice }: { invoice: OpenedInvoice }) {
  const queryClient = useQueryClient();
  async function read() {
    const [company, { client, today }] = await Promise.all([
      queryClient.fetchQuery(companySettings),
      queryClient.fetchQuery(clientPage(invoice.client_id)),
    ]);
    return { invoice, company, language: client.language, sample: client.sample, today };
  }
  return (
    <Button variant="subtle" size="sm" px={8} onClick={() => void openInvoice(read)}>
      Page to print (opens in a new tab)
    </Button>
  );
}

/** The PDF that the client gets. An erased client has no address any more. */
function PdfLink({ client, number }: { client: string; number: string }) {
  const { data } = useQuery(accountLink(client));
  if (!data?.url) return null;
  return (
    <Button
      component="a"
      variant="subtle"
      size="sm"
      px={8}
      href={invoicePath(data.url, number) + PDF_ENDING}
      target="_blank"
      rel="noreferrer"
    >
      PDF (opens in a new tab)
    </Button>
  );
}

function InvoiceFacts({ invoice }: { invoice: OpenedInvoice }) {
  const { client_id, buyer, day, due, currency, left, credited, not_collected, of_number, why } = invoice;
  const { reference, kes, vat_kes, dollar_rate, serial } = invoice;
  const state = paperState(invoice);
  const amount = (value: number) => money(value, currency);
  const facts: (readonly [string, ReactNode])[] = [
    [
      "State",
      <Badge key="state" tone={paperTone(state, false)}>
        {paperStateNames[state]}
      </Badge>,
    ],
    ["Client", <ClientLink key="client" whole id={client_id} name={buyer.name} />],
  ];
  if (buyer.company && buyer.company !== buyer.name) facts.push(["Company", buyer.company]);
  facts.push(["KRA PIN", buyer.kra_pin ?? "none"], ["Written", formatDay(day)]);
  if (due) facts.push(["Due", formatDay(due)]);
  if (of_number) facts.push(["Credits", `Invoice ${of_number}`]);
  if (why) facts.push(["Reason", why]);
  if (left) facts.push(["Left to pay", amount(left)]);
  if (credited) facts.push(["Credited", amount(credited)]);
  if (not_collected) facts.push(["Not collected", amount(not_collected)]);
  if (kes !== undefined && dollar_rate)
    facts.push([
      "In shillings",
      [
        money(kes, "KES"),
        vat_kes && `VAT ${money(vat_kes, "KES")}`,
        `at ${dollar_rate.kes} of ${formatDay(dollar_rate.day)}`,
      ]
        .filter(Boolean)
        .join(", "),
    ]);
  if (reference) facts.push(["Payment reference", reference]);
  if (serial !== undefined) facts.push(["Serial number", String(serial)]);
  return <Facts facts={facts} />;
}

function InvoiceLines({ invoice: { lines, currency, net, vat, gross } }: { invoice: OpenedInvoice }) {
  const taxed = lines.some((line) => line.taxed);
  return (
    <section aria-label="Lines">
      <ul className="ruled">
        {lines.map(({ charge, service, covered, taxed, rate, gross }) => (
          <Group key={charge} component="li" justify="space-between" wrap="nowrap" gap={12} py={6}>
            <Stack gap={0} miw={0} flex={1} className="wrap">
              <span>{service ?? "Subscription"}</span>
              <span className="quiet small">
                {[
                  covered && `${formatDay(covered.from)} to ${formatDay(covered.to)}`,
                  taxed && taxText({ taxed, rate }),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Stack>
            <Amount withCents>{money(gross, currency)}</Amount>
          </Group>
        ))}
      </ul>
      {taxed && <Total name="Net" text={money(net, currency)} />}
      {taxed && <Total name="VAT" text={money(vat, currency)} />}
      <Total name="Total" text={money(gross, currency)} strong />
    </section>
  );
}

const Total = ({ name, text, strong = false }: { name: string; text: string; strong?: boolean }) => (
  <Group justify="space-between" py={2} fw={strong ? 600 : undefined}>
    <span className={strong ? "" : "quiet"}>{name}</span>
    <Amount withCents>{text}</Amount>
  </Group>
);

/** Everybody records the number of the control unit; an administrator corrects it. */
function ControlUnitPart({ invoice }: { invoice: OpenedInvoice }) {
  const { id, number, control_unit } = invoice;
  const mayCorrect = usePerson().role === "admin";
  const [correcting, setCorrecting] = useState(false);
  if (number === undefined)
    return <p className="quiet small">It gets its number in a moment, and can be confirmed by eTIMS then.</p>;
  if (!control_unit || correcting)
    return <ControlUnitForm id={id} before={control_unit} onSaved={() => setCorrecting(false)} />;
  return (
    <section aria-label="Control unit">
      <Facts
        facts={[
          ["Control unit number", control_unit.number],
          ...(control_unit.link
            ? [
                [
                  "Link",
                  <a key="link" href={control_unit.link} target="_blank" rel="noreferrer">
                    {control_unit.link}
                  </a>,
                ] as const,
              ]
            : []),
        ]}
      />
      {mayCorrect && (
        <Button variant="subtle" size="sm" px={8} mx={-8} mt={4} onClick={() => setCorrecting(true)}>
          Correct the control unit number
        </Button>
      )}
    </section>
  );
}

type FormProps = { id: string; before: ControlUnit | undefined; onSaved: () => void };

function ControlUnitForm({ id, before, onSaved }: FormProps) {
  const save = useRecordControlUnit(id);
  const form = useForm({
    initialValues: { number: before?.number ?? "", link: before?.link ?? "" },
    validate: (values) => errorsOf(NewControlUnit, values),
  });
  const submit = form.onSubmit((values) => {
    if (save.isPending) return;
    save.mutate(values, { onSuccess: onSaved });
  });
  return (
    <Box component="form" onSubmit={submit} noValidate aria-label="Control unit">
      <Stack gap={12}>
        <Failure
          error={save.error}
          texts={[
            "Failed to record the control unit number",
            "An error occurred while recording the control unit number",
          ]}
        />
        <Pair>
          <TextInput
            label="Control unit number"
            autoComplete="off"
            disabled={save.isPending}
            {...form.getInputProps("number")}
          />
          <TextInput
            label="Link of the QR code"
            type="url"
            autoComplete="off"
            disabled={save.isPending}
            {...form.getInputProps("link")}
          />
        </Pair>
        <Group justify="flex-end">
          <Button type="submit" variant="default" aria-disabled={save.isPending}>
            {save.isPending ? "Saving..." : before ? "Correct number" : "Record number"}
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}
