import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Currency } from "../../../../shared/money.ts";
import type { SubscriptionChange } from "../../../../shared/subscriptions/subscription.ts";
import { ApiError } from "../../../api.ts";
import { Warning } from "../../components/form/fields.tsx";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { previewOfChange } from "../../queries/preview.ts";
import { creditNotesText } from "../../rules/payment-form.ts";
import { changeText, creditedText, stayText } from "./form-texts.ts";

/** Long enough to type a digit, short enough not to be noticed. */
const PAUSE_MS = 200;

/** Looks up what saving changes in the charges: the preview, or why saving is refused. */
export function useChargeChanges(id: string, change: SubscriptionChange, { enabled }: { enabled: boolean }) {
  const body = JSON.stringify(change);
  const [asked] = useDebouncedValue(body, PAUSE_MS);
  const query = useQuery({
    ...previewOfChange(id, JSON.parse(asked)),
    enabled: enabled && asked === body,
    placeholderData: keepPreviousData,
  });
  if (!enabled) return {};
  const { error } = query;
  if (error instanceof ApiError && error.status < 500) return { refusal: error.message };
  const preview = error ? undefined : query.data;
  return { preview, query: { ...query, data: preview } };
}

const previewFailed = [
  "Failed to look up which charges change",
  "An error occurred while looking up which charges change",
] as const;

type Props = ReturnType<typeof useChargeChanges> & {
  currency?: Currency | undefined;
  /** If no charge changes. */
  otherwise?: string;
};

/** The charges that saving changes, before and after, and those that stay, with the reason. */
export function ChargeChanges({ preview, refusal, query, currency = "USD", otherwise }: Props) {
  if (refusal) return <Warning>{refusal}</Warning>;
  const effects = preview
    ? [creditedText(preview, currency), creditNotesText(preview.credit_notes, currency)].filter(Boolean)
    : [];
  return (
    <>
      {preview && (
        <div role="status">
          <TextList title="Charges that change" texts={preview.changes.map(changeText)} />
          {effects.map((text) => (
            <p key={text} style={{ margin: "0 0 8px" }}>
              <Money>{text}</Money>
            </p>
          ))}
          {otherwise && preview.changes.length === 0 && (
            <p className="quiet" style={{ margin: "0 0 8px" }}>
              <Money>{otherwise}</Money>
            </p>
          )}
          <TextList title="Charges that stay" texts={preview.stays.map(stayText)} />
        </div>
      )}
      {query && <QueryFailure query={query} texts={previewFailed} />}
    </>
  );
}

function TextList({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <>
      <p style={{ margin: 0 }}>{title}</p>
      <ul className="quiet" aria-label={title} style={{ marginBlock: "0 8px", paddingInlineStart: 20 }}>
        {texts.map((text) => (
          <li key={text}>
            <Money>{text}</Money>
          </li>
        ))}
      </ul>
    </>
  );
}
