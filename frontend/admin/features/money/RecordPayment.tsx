import { Button, Group, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { money } from "../../../../shared/amount.ts";
import { codeOf } from "../../../../shared/billing/matching/codes.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { type Currency, currencyOf } from "../../../../shared/money.ts";
import type { PaymentPreview, PreviewRequest } from "../../../../shared/payments/client-account.ts";
import type { Payment } from "../../../../shared/payments/payment.ts";
import { WITHHOLDING_TAX } from "../../../../shared/subscriptions/subscription.ts";
import { ApiError } from "../../../api.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { Restored } from "../../components/form/FormDialog.tsx";
import { RadioList, Warning } from "../../components/form/fields.tsx";
import { keepMethod, lastMethod } from "../../components/form/last-method.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { focusFirstError, useRecordForm } from "../../components/form/use-record-form.ts";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { LineButton } from "../../components/timeline/TimelineEntry.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Money } from "../../components/ui/Money.tsx";
import { SampleNotice } from "../../components/ui/SampleNotice.tsx";
import { clientOwed } from "../../queries/client-page.ts";
import { paymentsWithCode } from "../../queries/lists.ts";
import type { usePayments } from "../../queries/payments.ts";
import { previewFailed, previewOf } from "../../queries/preview.ts";
import {
  errorsIn,
  firstValues,
  methodOptions,
  optionsIn,
  type PaymentValues,
  paidText,
  previewTexts,
  requestOf,
  restOptions,
  restQuestion,
} from "../../rules/payment-form.ts";
import type { ReadPayment } from "../../rules/read-payment.ts";
import { Allocation } from "./Allocation.tsx";
import { ChangeButton, EntryLine } from "./EntryLine.tsx";
import { type PromptState, usePrompt } from "./PhonePrompt.tsx";
import type { PanelTarget } from "./panel-focus.ts";

/** Long enough to type a digit, short enough not to be noticed. */
const PAUSE_MS = 200;

export const draftOf = (client: string, first: string) => `payment:${client}.${first}`;

type Props = {
  client: string;
  /** The id of the subscription that is paid first; empty if the oldest charges are. */
  first: string;
  opened: PaymentPreview;
  payments: ReturnType<typeof usePayments>;
  /** The part that a key asked for. */
  beginsAt: PanelTarget | undefined;
  onState: (state: { dirty: boolean; busy: boolean }) => void;
  onRecorded: () => void;
  /** M-Pesa has brought a payment. */
  onPaid: () => void;
  /** What follows the entry and depends on what is typed. */
  children: (entry: { amount: string; currency: Currency; busy: boolean; prompt: PromptState }) => ReactNode;
};

/** Enters what came in. The server says what it pays, and the person can change that before it is saved. */
export function RecordPayment({
  client,
  first,
  opened,
  payments,
  beginsAt,
  onState,
  onRecorded,
  onPaid,
  children,
}: Props) {
  const { record: save, undoLater, lookUp, reload, paid } = payments;
  const [method] = useState(lastMethod);
  const begin = (preview: PaymentPreview) => firstValues(preview, { method, first });
  const record = useRecordForm<PaymentValues>({
    name: draftOf(client, first),
    stored: { values: begin(opened) },
    validate: (values) => errorsIn(values, preview),
  });
  const { form, dirty } = record;
  const { values } = form;
  const [asked] = useDebouncedValue(JSON.stringify(requestOf(values)), PAUSE_MS);
  const request: PreviewRequest = JSON.parse(asked);
  // A saved payment has closed its charges, so the server would refuse to preview it again.
  const enabled = !save.isPending && !save.isSuccess;
  const look = useQuery({ ...previewOf(client, request), placeholderData: keepPreviousData, enabled });
  const preview = look.data ?? opened;
  const { currency, client_name, today, sample } = preview;
  const prompt = usePrompt(client, preview.mpesa === true && !sample, (text) => {
    record.forget();
    announce(text);
    void paid().then(onPaid);
  });
  const busy = save.isPending;
  const held = busy || prompt.waiting;
  const input = record.inputs(held);
  const [isOpen, setOpen] = useState(false);
  const [filled, setFilled] = useState("");
  const { data: account } = useQuery(clientOwed(client));
  const { data: [recorded] = [], isLoading: isLooking } = useRecorded(save);
  const duplicate = account?.payments.find(
    ({ reference }) => reference !== "" && reference === values.reference.trim(),
  );

  useEffect(() => onState({ dirty, busy }), [onState, dirty, busy]);

  // What is open has changed, for example by an undo. What was suggested follows; what was typed stays.
  const before = useRef(opened);
  useEffect(() => {
    if (before.current === opened || save.isSuccess) return;
    const isSuggested = values.amount === before.current.amount.toFixed(2);
    before.current = opened;
    if (isSuggested) record.takeOver({ values: begin(opened) });
    // Last: what was typed at single charges was of what was open before.
    form.setFieldValue("to", isSuggested ? begin(opened).to : []);
  });

  // An error must not hide in what is folded.
  useLayoutEffect(() => {
    if (form.errors.to !== undefined) setOpen(true);
  }, [form.errors.to]);

  /** Begins with what is due in another currency, or of another subscription. */
  function restart(chosen: { currency: Currency; first?: string }) {
    form.setValues({ first: "", ...chosen, to: [] });
    void lookUp(chosen).then(
      (loaded) => {
        const { amount, to } = firstValues(loaded);
        form.setValues({ amount, to });
      },
      // The preview says that it could not be looked up.
      () => {},
    );
  }

  function fill({ amount, ...read }: ReadPayment) {
    const isOther = read.currency !== undefined;
    form.setValues({
      ...read,
      ...(amount !== undefined && { amount, to: [] }),
      ...(isOther && { first: "" }),
    });
    setFilled(filledText({ amount, ...read }));
  }

  const submit = form.onSubmit((values) => {
    if (held) return;
    save.mutate(
      { id: record.id, values },
      {
        onSuccess: (answer) => {
          record.forget();
          keepMethod(values.method);
          announce(paidText(answer, client_name), "success", {
            name: "Undo",
            act: () => undoLater(answer.payment.id),
          });
          onRecorded();
        },
      },
    );
  }, focusFirstError);

  return (
    <>
      <form onSubmit={submit} noValidate aria-label="Payment">
        <Stack gap={12}>
          <Failure
            error={save.error}
            texts={["Failed to record the payment", "An error occurred while recording the payment"]}
            {...(recorded
              ? { advice: <RecordedPayment payment={recorded} /> }
              : !isLooking && {
                  reload: async () => {
                    form.setFieldValue("to", []);
                    await reload();
                    record.takeNewId();
                    save.reset();
                  },
                  reloadLabel: "Use what is open now, keep what I typed",
                })}
          />
          {record.restored && <Restored onStartOver={() => record.startOver()} />}
          {sample && <SampleNotice />}
          <EntryLine
            currency={currency}
            today={today}
            methods={methodOptions}
            input={(field) => ({
              ...input(field),
              ...(field === "amount" && {
                onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
                  form.setValues({ amount: value, to: [] }),
              }),
            })}
            onRead={fill}
            beginsAt={beginsAt === "reference" ? "reference" : "amount"}
          />
          {duplicate && (
            <Warning>
              {`A payment with this reference is already recorded: ${money(duplicate.amount, currencyOf(duplicate))}, paid ${formatDay(duplicate.paid_on)}.`}
            </Warning>
          )}
          <p role="status">
            {filled && <span className="quiet">{`${filled} `}</span>}
            <Money>{previewTexts(preview, values).join(" ")}</Money>
          </p>
          <QueryFailure query={{ ...look, data: preview }} texts={previewFailed} />
          {(preview.rest > 0 || values.rest === "ahead") && (
            <RadioList
              label={<Money>{restQuestion(preview)}</Money>}
              options={optionsIn(restOptions)}
              {...record.inputs(held)("rest")}
              value={values.rest || undefined}
            />
          )}
          {prompt.waiting && (
            <p className="small">The client has a request on the phone. Enter a payment when it has ended.</p>
          )}
          <Group gap={8}>
            <Button
              type="submit"
              disabled={prompt.waiting}
              aria-disabled={held}
              data-busy={busy || undefined}
              // A double click counts once, even before React renders the busy state.
              onClick={(event) => event.detail > 1 && event.preventDefault()}
            >
              {busy ? "Saving..." : "Record payment"}
            </Button>
            <ChangeButton isOpen={isOpen} disabled={prompt.waiting} onClick={() => setOpen(!isOpen)} />
          </Group>
          {isOpen && (
            <Allocation preview={preview} form={form} disabled={held} input={input} onRestart={restart} />
          )}
        </Stack>
      </form>
      {children({ amount: values.amount, currency, busy, prompt })}
    </>
  );
}

/** The payments with the code, or the certificate, of one that was refused. */
function useRecorded({ error, variables }: ReturnType<typeof usePayments>["record"]) {
  const { method = "", reference } = variables?.values ?? {};
  const isRefused = error instanceof ApiError && error.status === 409;
  const isTax = method === WITHHOLDING_TAX;
  const code = method === "mpesa" || method === "bank" ? codeOf(reference, method) : isTax && reference;
  return useQuery(paymentsWithCode((isRefused && code) || undefined, isTax ? "certificate" : "code"));
}

function RecordedPayment({ payment: { client_id, id } }: { payment: Payment }) {
  const dialog = useDialog();
  return (
    <>
      Nothing was saved. What you typed is still here.{" "}
      <LineButton onClick={() => dialog.open("pay", `${client_id}..${id}`)}>
        Open the recorded payment
      </LineButton>
    </>
  );
}

const fieldNames = { amount: "amount", method: "method", reference: "reference", paid_on: "day" } as const;

/** `Amount, reference and day are filled.` */
function filledText(read: ReadPayment & { amount: string | undefined }): string {
  const names = Object.entries(fieldNames).flatMap(([field, name]) =>
    read[field as keyof typeof fieldNames] === undefined ? [] : name,
  );
  const text = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} were read.`;
}
