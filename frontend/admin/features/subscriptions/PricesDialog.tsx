import { Button, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { amountOf, amountProblem } from "../../../../shared/amount.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Currency, currencyOf } from "../../../../shared/money.ts";
import { NOTICE_DAYS, PriceChange, roundings } from "../../../../shared/subscriptions/price-change.ts";
import { failureText, request } from "../../../api.ts";
import { Dialog, DialogFooter, Pair } from "../../components/form/Dialog.tsx";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { VatAmountField } from "../../components/form/vat-fields.tsx";
import { ManyDialog } from "../../components/many/ManyDialog.tsx";
import { announce } from "../../components/ui/announce.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import type { Entry } from "./portfolio.ts";
import {
  type ClientPrices,
  changesText,
  dayProblem,
  firstDayFor,
  type PricePlan,
  pricePlanOf,
  requestsOf,
  sumsText,
} from "./price-plan.ts";

type Props = {
  entries: readonly Entry[];
  today: Day;
  /** The currency that comes first in sums. */
  usual: Currency;
  onClose: (remaining: readonly Entry[] | undefined) => void;
};

const subscriptionsIn = (rows: readonly ClientPrices[]) =>
  rows.reduce((sum, { changes }) => sum + changes.length, 0);

/** Changes the prices of many subscriptions: first what is to change, then what that does, then the work. */
export default function PricesDialog({ entries, today, usual, onClose }: Props) {
  const queryClient = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  const [values, setValues] = useState(() => ({
    by: "percent",
    value: "",
    round: "",
    from: firstDayFor(today),
    notify: true,
  }));
  const [plan, setPlan] = useState<PricePlan>();
  const changed = useRef({ any: false, isAnnounced: false });
  const set = (change: Partial<typeof values>) => setValues((current) => ({ ...current, ...change }));
  const { by, value, round, from, notify } = values;
  const [first] = entries;
  const isSame =
    new Set(entries.map(({ currency, vat = "standard" }) => `${currencyOf({ currency })} ${vat}`)).size === 1;
  const number = by === "percent" ? Number(value.replace("%", "").trim()) : amountOf(value, undefined);
  const content = {
    ...(by === "percent" ? { percent: number } : { amount: number }),
    ...(round && { round: Number(round) as (typeof roundings)[number] }),
    from,
    notify,
  };
  const dateProblem = dayProblem(from, today, { notify });
  const typedProblem = value.trim() === "" ? undefined : problemOf(content, value);
  const preview = useMutation({
    mutationFn: async () => {
      const answers = await Promise.all(
        requestsOf(entries).map((part) =>
          request("POST /api/v1/subscriptions/prices", {
            body: { ...content, ids: part.map((entry) => entry.id), preview: true },
          }),
        ),
      );
      return answers.flatMap(({ rows }) => rows);
    },
    onSuccess: (rows) => setPlan(pricePlanOf(entries, rows)),
  });

  if (plan)
    return (
      <ManyDialog<ClientPrices>
        title="Change prices"
        noun="subscription"
        plan={plan}
        sizeOf={subscriptionsIn}
        summary={
          <p>
            {`From ${formatDay(from)}: ${sumsText(plan, usual)} ${notify ? "Each client gets one email, ten minutes from now." : "Clients are not told."}`}
          </p>
        }
        button={(rows) => `Change ${counted(subscriptionsIn(rows), "price")}`}
        result={(done) => `${counted(subscriptionsIn(done), "price")} changed`}
        nameOf={({ client_name }) => client_name}
        detail={changesText}
        work={async ({ changes }) => {
          const { rows } = await request("POST /api/v1/subscriptions/prices", {
            body: { ...content, id, ids: changes.map(({ entry }) => entry.id) },
          });
          if (rows.some(({ why }) => why === undefined)) changed.current.any = true;
          return rows.find(({ why }) => why !== undefined)?.why;
        }}
        onProgress={(finished) => {
          if (!finished) return;
          void refresh(queryClient, "subscriptions", "dashboard");
          refreshIndexed(queryClient, "client");
          if (!changed.current.any || changed.current.isAnnounced) return;
          changed.current.isAnnounced = true;
          announce(`The prices change on ${formatDay(from)}.`, "success", {
            name: "Take back",
            act: () => void takeBack(id).then(() => refresh(queryClient, "subscriptions", "dashboard")),
          });
        }}
        onClose={(remaining) =>
          onClose(remaining?.flatMap(({ changes }) => changes.map(({ entry }) => entry)))
        }
      />
    );
  return (
    <Dialog title="Change prices" onClose={() => onClose(undefined)}>
      <Stack pt={4}>
        <Pair>
          <NativeSelect
            label="Change"
            data={[
              { value: "percent", label: "By percent" },
              { value: "amount", label: "To an amount" },
            ]}
            value={by}
            onChange={({ currentTarget }) => set({ by: currentTarget.value })}
          />
          {by === "percent" ? (
            <TextInput
              data-autofocus
              label="Percent"
              description="For example 7, or -5 to lower the prices."
              required
              autoComplete="off"
              value={value}
              error={typedProblem}
              onChange={({ currentTarget }) => set({ value: currentTarget.value })}
            />
          ) : (
            <VatAmountField
              label="Amount"
              required
              currency={first?.currency ?? usual}
              vat={first?.vat}
              isWithVat={!isSame}
              value={value}
              error={typedProblem}
              onChange={(value) => set({ value })}
            />
          )}
        </Pair>
        <Pair>
          <NativeSelect
            label="Round to"
            data={[
              { value: "", label: "Cents" },
              ...roundings.map((step) => ({ value: String(step), label: `The nearest ${step}` })),
            ]}
            value={round}
            onChange={({ currentTarget }) => set({ round: currentTarget.value })}
          />
          <TextInput
            label="From"
            type="date"
            required
            value={from}
            error={dateProblem}
            onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          />
        </Pair>
        <Switch
          label="Tell the clients by email"
          description={`One email to each client, at least ${NOTICE_DAYS} days before.`}
          checked={notify}
          onChange={({ currentTarget }) => set({ notify: currentTarget.checked })}
        />
        <ErrorNotice
          error={preview.error}
          texts={["The server refused it.", "There was no response. Please try again."]}
        />
        <DialogFooter>
          <Button variant="default" onClick={() => onClose(undefined)}>
            Cancel
          </Button>
          <Button
            disabled={value.trim() === "" || typedProblem !== undefined || dateProblem !== undefined}
            loading={preview.isPending}
            onClick={() => preview.mutate()}
          >
            Preview
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

/** Why what is typed cannot be a change, without the day. */
function problemOf(
  { percent, amount }: { percent?: number; amount?: number },
  typed: string,
): string | undefined {
  if (amount !== undefined) return amountProblem(typed, undefined);
  const { percent: schema } = PriceChange.shape;
  return schema.safeParse(percent).error?.issues[0]?.message;
}

/** A large change is taken back in several requests. */
async function takeBack(id: string): Promise<void> {
  try {
    const rows: { why?: string | undefined }[] = [];
    for (let left = 1; left > 0; ) {
      const answer = await request("DELETE /api/v1/subscriptions/prices/{id}", { params: { id } });
      rows.splice(0, rows.length, ...answer.rows);
      left = answer.left;
    }
    const kept = rows.filter(({ why }) => why !== undefined).length;
    announce(
      `${counted(rows.length - kept, "price")} taken back.${kept > 0 ? ` ${counted(kept, "price")} had changed since.` : ""}`,
    );
  } catch (error) {
    announce(
      failureText(error, "The server refused it.", "There was no response. Please try again."),
      "error",
    );
  }
}
