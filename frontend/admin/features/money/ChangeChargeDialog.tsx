import { Button, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { money } from "../../../../shared/amount.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { fromCents } from "../../../../shared/money.ts";
import type { ClientAccount, ClientCharge, PastChange } from "../../../../shared/payments/client-account.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { Failure } from "../../components/form/Failure.tsx";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { VatAmountField } from "../../components/form/vat-fields.tsx";
import { LineButton } from "../../components/timeline/TimelineEntry.tsx";
import { announce } from "../../components/ui/announce.ts";
import { OneOffTag } from "../../components/ui/Badge.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { removeFailed, useCharges } from "../../queries/charges.ts";
import { clientOwed } from "../../queries/client-page.ts";
import {
  type ChangeValues,
  changeBody,
  changeErrors,
  changeOfNothing,
  chargeName,
  invoiceEffect,
  leftAfter,
  mostWaived,
  pastChangeText,
  removalProblemOf,
  wholeCents,
} from "../../rules/charge-form.ts";
import { WhyLowered } from "./WhyLowered.tsx";

type Props = {
  /** The client's id, and after a dot the charge's. */
  value: string;
  onClose: () => void;
};

/** Changes one charge: its amount, its due day, or how much of it is waived. */
export default function ChangeChargeDialog({ value, onClose }: Props) {
  const [client = "", id = ""] = value.split(".");
  const { data } = useQuery(clientOwed(client));
  const charge = data?.charges.find((charge) => charge.id === id);
  return data && charge ? (
    <ChargeForm client={client} charge={charge} account={data} onClose={onClose} />
  ) : null;
}

type FormProps = { client: string; charge: ClientCharge; account: ClientAccount; onClose: () => void };

function ChargeForm({ client, charge, account: { today }, onClose }: FormProps) {
  const { change, remove, addLater, latest } = useCharges(client);
  const record = useRecordForm<ChangeValues>({
    name: `charge:${client}.${charge.id}`,
    stored: { values: changeOfNothing(charge) },
    validate: (values) => changeErrors(values, charge, today),
  });
  const { form } = record;
  const { values } = form;
  const { currency } = charge;
  const busy = change.isPending || remove.isPending;
  const isDone = change.isSuccess || remove.isSuccess;

  // Somebody else saved the charge meanwhile, or since the draft was left.
  const stored = JSON.stringify(changeOfNothing(charge));
  const [seen, setSeen] = useState<string>();
  if (stored !== seen) {
    setSeen(stored);
    if (!isDone) record.takeOver({ values: changeOfNothing(charge) });
  }
  const input = record.inputs(busy);
  const effect = invoiceEffect(values, charge, today);
  const most = mostWaived(values, charge);
  const canRemove = removalProblemOf(charge, today) === undefined;

  function removeNow() {
    if (busy) return;
    remove.mutate(charge.id, {
      onSuccess: () => {
        record.forget();
        const { id, service = "", due, waived, vat } = charge;
        announce(
          `${service} was removed.`,
          "success",
          // Adding it again would lose what was waived.
          waived
            ? undefined
            : {
                name: "Undo",
                act: () =>
                  addLater({ id, service, amount: fromCents(wholeCents(charge)), currency, vat, due }),
              },
        );
        onClose();
      },
    });
  }

  return (
    <RecordDialog
      title="Change charge"
      button="Save charge"
      record={record}
      save={change}
      bodyOf={(values) => ({ charge: charge.id, body: changeBody(values, charge, today) })}
      savedText={({ charge }) => `${chargeName(charge)}, due ${formatDay(charge.due)}, was changed.`}
      failed={["Failed to change the charge", "An error occurred while changing the charge"]}
      reload={async () => void (await latest())}
      busy={remove.isPending}
      onClose={onClose}
    >
      <Failure error={remove.error} texts={removeFailed} advice="It can be waived below." />
      <Stack gap={8}>
        <strong className="wrap">
          {chargeName(charge)} <OneOffTag charge={charge} />
        </strong>
        <Facts facts={factsOf(charge)} />
      </Stack>
      <Pair>
        <VatAmountField
          currency={currency}
          vat={charge.vat}
          required
          {...input("amount")}
          value={values.amount}
        />
        <TextInput
          label="Due"
          type="date"
          required
          {...input("due", charge.period && charge.period !== charge.due && "The period stays as it is.")}
        />
      </Pair>
      <TextInput
        label="Waived"
        inputMode="decimal"
        autoComplete="off"
        {...input("waived", "What the client need not pay, in all. 0 takes it back.")}
        rightSectionWidth={104}
        rightSection={
          most &&
          most !== values.waived && (
            <LineButton disabled={busy} onClick={() => form.setFieldValue("waived", most)}>
              Waive all
            </LineButton>
          )
        }
      />
      {effect.asked && (
        <WhyLowered asked={effect.asked} {...form.getInputProps("why")} value={values.why} disabled={busy} />
      )}
      <TextInput
        label="Reason"
        required
        autoComplete="off"
        {...input("reason", "The activity and the client's timeline show it.")}
      />
      <p role="status" className="quiet small">
        <Money>{[leftAfter(values, charge), effect.text].filter(Boolean).join(" ")}</Money>
      </p>
      {canRemove && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          h={{ base: 44, sm: 32 }}
          ml={-8}
          style={{ alignSelf: "start" }}
          aria-disabled={busy}
          onClick={removeNow}
        >
          {remove.isPending ? "Removing..." : "Remove charge"}
        </Button>
      )}
    </RecordDialog>
  );
}

const PastChanges = ({ changes }: { changes: readonly PastChange[] }) => (
  <ul>
    {changes.map((change, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: past changes stay in their order
      <li key={index}>
        <Money>{pastChangeText(change)}</Money>
      </li>
    ))}
  </ul>
);

/** The facts of a charge that are not in the fields. */
const factsOf = ({ period, due, paid, told_on, currency, on_hold, invoices = [], changes }: ClientCharge) => [
  ...(period && period !== due ? [["Period", `due ${formatDay(period)} by the schedule`] as const] : []),
  ["Paid", paid > 0 ? money(paid, currency) : "nothing yet"] as const,
  ["Told", told_on ? `the client got an email about it on ${formatDay(told_on)}` : "not yet"] as const,
  ...(invoices.length > 0
    ? [
        [
          "Invoiced",
          invoices
            .map(({ amount, day }) =>
              amount > 0
                ? `${money(amount, currency)} on ${formatDay(day)}`
                : `on ${formatDay(day)}, credited whole`,
            )
            .join("; "),
        ] as const,
      ]
    : []),
  ...(on_hold ? [["On hold", "the subscription or the client is not active"] as const] : []),
  ...(changes ? [["Changes", <PastChanges key="changes" changes={changes} />] as const] : []),
];
