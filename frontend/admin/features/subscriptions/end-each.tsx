import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "../../../../shared/count.ts";
import type { Subscription, SubscriptionPreview } from "../../../../shared/subscriptions/subscription.ts";
import { ApiError } from "../../../api.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { type Agreed, changeTo, type NotChanged, useChangeEach } from "../../queries/change-each.ts";
import { previewOfChange } from "../../queries/preview.ts";
import { frequencyName } from "../../rules/subscription-labels.ts";

export const subscriptionName = ({ service, frequency }: Subscription): string =>
  service ?? `${frequencyName(frequency)} subscription`;

/** Long enough to type a day. */
const PAUSE_MS = 300;

/** Looks up what the same change does with several subscriptions. */
export function useEachPreview(subscriptions: readonly Subscription[], agreed: Agreed) {
  const bodies = JSON.stringify(subscriptions.map((subscription) => changeTo(subscription, agreed)));
  const [asked] = useDebouncedValue(bodies, PAUSE_MS);
  const queries = useQueries({
    queries: subscriptions.map((subscription) => ({
      ...previewOfChange(subscription.id, changeTo(subscription, agreed)),
      enabled: asked === bodies,
      placeholderData: keepPreviousData,
    })),
  });
  const previews = queries.flatMap(({ data, error }, i): [Subscription, SubscriptionPreview][] => {
    const subscription = subscriptions[i];
    return subscription && data && !error ? [[subscription, data]] : [];
  });
  const refusals = queries.flatMap(({ error }) =>
    error instanceof ApiError && error.status < 500 ? [error.message] : [],
  );
  return {
    /** Undefined until all are there. */
    previews: previews.length === subscriptions.length ? previews : undefined,
    refusal: refusals[0],
  };
}

/** Changes each subscription, and remembers what is saved, so that a repeat goes on with the others. */
export function useEach(subscriptions: readonly Subscription[]) {
  const { mutateAsync, isPending } = useChangeEach();
  const [saved, setSaved] = useState<readonly Subscription[]>([]);
  const [failed, setFailed] = useState<readonly NotChanged[]>([]);
  const latest = subscriptions.map(
    (subscription) =>
      saved.find(({ id, version }) => id === subscription.id && version > subscription.version) ??
      subscription,
  );
  return {
    latest,
    saved,
    failed,
    isPending,
    change: async (changes: readonly (readonly [Subscription, Agreed])[]) => {
      const result = await mutateAsync(changes);
      setSaved((before) => [...result.saved, ...before]);
      setFailed(result.failed);
      return result.failed.length === 0;
    },
  };
}

/** Which subscriptions are changed and which are not, with the reason. */
export const EachResult = ({ saved, failed }: Pick<ReturnType<typeof useEach>, "saved" | "failed">) =>
  failed.length > 0 && (
    <Notice tone="error" reveal>
      <p>
        {`${counted(new Set(saved.map(({ id }) => id)).size, "subscription")} saved, ${failed.length} not. Save again for the others.`}
      </p>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {failed.map(({ subscription, reason }) => (
          <li key={subscription.id}>{`${subscriptionName(subscription)}: ${reason}`}</li>
        ))}
      </ul>
    </Notice>
  );
