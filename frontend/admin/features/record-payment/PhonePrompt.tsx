import { Button, TextInput } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { amountOf, money } from "../../../../shared/amount.ts";
import { errorsOf } from "../../../../shared/errors.ts";
import { isWaiting, NewPrompt } from "../../../../shared/paybill/prompt.ts";
import { staffText } from "../../../../shared/paybill/prompt-texts.ts";
import { request } from "../../../api.ts";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { keyOf } from "../../queries/cache.ts";

const CHECK_MS = 2_000;

const promptOf = (client: string) =>
  queryOptions({
    queryKey: keyOf("client", client, "prompt"),
    gcTime: 0,
    queryFn: ({ signal }) => request("GET /api/v1/clients/{id}/prompt", { params: { id: client } }, signal),
    refetchInterval: ({ state }) => (state.data?.prompt && isWaiting(state.data.prompt) ? CHECK_MS : false),
  });

type Props = { client: string; amount: string; disabled: boolean; onPaid: (text: string) => void };

/** Asks for the amount on the client's phone by M-Pesa, and says what becomes of it. The payment is then recorded by itself. */
export function PhonePrompt({ client, amount, disabled, onPaid }: Props) {
  const queryClient = useQueryClient();
  const { data } = useQuery(promptOf(client));
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  /** The instant of the prompt that this dialog follows. */
  const [followed, setFollowed] = useState<string>();
  const phone = typed ?? data?.phone ?? "";
  const body = { phone, amount: amountOf(amount, "KES") };
  const errors = errorsOf(NewPrompt, body);
  const send = useMutation({
    mutationFn: () => request("POST /api/v1/clients/{id}/prompt", { params: { id: client }, body }),
    onSuccess: ({ prompt }) => {
      setFollowed(prompt.at);
      queryClient.setQueryData(promptOf(client).queryKey, (before) => before && { ...before, prompt });
    },
  });
  const { prompt } = data ?? {};
  const waiting = prompt !== undefined && isWaiting(prompt);
  const shown = prompt && (waiting || prompt.at === followed) ? prompt : undefined;
  useEffect(() => {
    if (waiting) setFollowed(prompt?.at);
  }, [waiting, prompt?.at]);
  const paid = shown?.state === "paid" ? staffText(shown) : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each payment.
  useEffect(() => {
    if (paid) onPaid(paid);
  }, [paid]);
  if (!data?.connected) return null;

  const submit = () => {
    if (!send.isPending && Object.keys(errors).length === 0) send.mutate();
  };
  // Enter must not record a payment that nobody has made.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  };
  if (!isOpen && !shown)
    return (
      <Button
        variant="default"
        disabled={disabled}
        onClick={() => setOpen(true)}
        style={{ alignSelf: "start" }}
      >
        Ask for it by M-Pesa
      </Button>
    );
  return (
    <section aria-label="Ask for it by M-Pesa" style={{ display: "grid", gap: 12 }}>
      {shown && <Notice tone={waiting ? "plain" : "warning"}>{staffText(shown)}</Notice>}
      {!waiting && (
        <>
          <TextInput
            label="Phone with M-Pesa"
            type="tel"
            autoComplete="off"
            description="The client gets a request on this phone and enters the PIN there."
            error={typed !== undefined && errors.phone}
            value={phone}
            disabled={disabled || send.isPending}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            onKeyDown={onKeyDown}
          />
          {errors.amount && (
            <p className="quiet small">
              M-Pesa takes whole shillings, at most 250,000. Change the amount above.
            </p>
          )}
          <ErrorNotice error={send.error} texts={failed} />
          <Button
            variant="default"
            style={{ justifySelf: "start" }}
            disabled={disabled || Object.keys(errors).length > 0}
            loading={send.isPending}
            onClick={submit}
          >
            <span>
              <Money>{`Send the request for ${money(body.amount, "KES")}`}</Money>
            </span>
          </Button>
        </>
      )}
    </section>
  );
}

const failed = ["Failed to send the request", "An error occurred while sending the request"] as const;
