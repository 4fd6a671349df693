import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { money } from "../../../../shared/amount.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { Day } from "../../../../shared/day.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Warning } from "../../components/form/fields.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Money } from "../../components/ui/Money.tsx";
import { clientPage } from "../../queries/client-page.ts";
import { lastEnd } from "../../rules/agreed-end.ts";
import { EachResult, subscriptionName, useEach, useEachPreview } from "./end-each.tsx";

type Props = { id: string; onClose: () => void };

/** Makes all subscriptions active again that ended on the same day. */
export default function ComeBackDialog({ id, onClose }: Props) {
  const page = useQuery(clientPage(id)).data;
  const [ids, setIds] = useState<readonly string[]>();
  if (!page) return null;
  const chosen =
    ids ?? lastEnd(page.subscriptions)?.subscriptions.map((subscription) => subscription.id) ?? [];
  if (!ids) setIds(chosen);
  const subscriptions = page.subscriptions.filter((subscription) => chosen.includes(subscription.id));
  if (subscriptions.length === 0) return null;
  return (
    <ComeBackForm
      name={page.client.name}
      subscriptions={subscriptions}
      today={page.today}
      onClose={onClose}
    />
  );
}

type FormProps = { name: string; subscriptions: readonly Subscription[]; today: Day; onClose: () => void };

function ComeBackForm({ name, subscriptions, today, onClose }: FormProps) {
  const [day, setDay] = useState<string>(today);
  const each = useEach(subscriptions);
  const dayProblem =
    Day.safeParse(day).error?.issues[0]?.message ??
    (day < today ? "The day must be today or later." : undefined);
  const agreed = { status: "active", charge_from: day } as const;
  const ended = each.latest.filter(({ status }) => status !== "active");
  const { previews = [], refusal } = useEachPreview(ended, agreed);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (dayProblem) return;
    if (!(await each.change(ended.map((subscription) => [subscription, agreed] as const)))) return;
    announce(`${name} is back, and charged from ${formatDay(day)} on.`);
    onClose();
  }

  return (
    <FormDialog
      title={`Client comes back: ${name}`}
      button="Make active again"
      busyButton="Saving..."
      busy={each.isPending}
      disabled={refusal !== undefined}
      onSubmit={(event) => void save(event).catch(() => {})}
      onClose={onClose}
    >
      <EachResult {...each} />
      <TextInput
        label="Charge again from"
        type="date"
        data-autofocus
        required
        min={today}
        description="The time since the last day is not charged."
        value={day}
        error={dayProblem}
        disabled={each.isPending}
        onChange={({ currentTarget: { value } }) => setDay(value)}
      />
      {refusal && <Warning>{refusal}</Warning>}
      <ul aria-label="Next charges" style={{ margin: 0 }}>
        {each.latest.map((subscription) => (
          <li key={subscription.id}>
            <Money>{`${subscriptionName(subscription)}${nextText(subscription, previews)}`}</Money>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

type Previews = NonNullable<ReturnType<typeof useEachPreview>["previews"]>;

/** `: $100.00 due Jun 28, 2027` */
function nextText({ id }: Subscription, previews: Previews): string {
  const preview = previews.find(([subscription]) => subscription.id === id)?.[1];
  const added = preview?.changes.find(({ before, after }) => !before && after)?.after;
  return added ? `: ${money(added.amount, added.currency)} due ${formatDay(added.period)}` : "";
}
