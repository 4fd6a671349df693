import { Button, TextInput } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
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

export type PromptState = ReturnType<typeof usePrompt>;

/** Follows the request on the client's phone, also one that somebody else sent. The payment is recorded by itself. */
export function usePrompt(client: string, enabled: boolean, onPaid: (text: string) => void) {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...promptOf(client), enabled });
  /** The instant of the prompt that this panel follows. */
  const [followed, setFollowed] = useState<string>();
  const send = useMutation({
    mutationFn: (body: NewPrompt) =>
      request("POST /api/v1/clients/{id}/prompt", { params: { id: client }, body }),
    onSuccess: ({ prompt }) => {
      setFollowed(prompt.at);
      queryClient.setQueryData(promptOf(client).queryKey, (before) => before && { ...before, prompt });
    },
  });
  const { prompt } = data ?? {};
  const waiting = prompt !== undefined && isWaiting(prompt);
  useEffect(() => {
    if (waiting) setFollowed(prompt?.at);
  }, [waiting, prompt?.at]);
  const shown = prompt && (waiting || prompt.at === followed) ? prompt : undefined;
  const paid = shown?.state === "paid" ? staffText(shown) : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each payment.
  useEffect(() => {
    if (paid) onPaid(paid);
  }, [paid]);
  return { connected: data?.connected === true, phone: data?.phone ?? "", shown, waiting, send };
}

type Props = { prompt: PromptState; amount: string; disabled: boolean };

/** Asks for the amount on the client's phone by M-Pesa, and says what becomes of it. */
export function PhonePrompt({ prompt: { phone: stored, shown, waiting, send }, amount, disabled }: Props) {
  const [typed, setTyped] = useState<string>();
  const body = { phone: typed ?? stored, amount: amountOf(amount, "KES") };
  const errors = errorsOf(NewPrompt, body);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!send.isPending && !disabled && Object.keys(errors).length === 0) send.mutate(body);
  }
  return (
    <section aria-label="Ask by M-Pesa" style={{ display: "grid", gap: 12 }}>
      {shown && <Notice tone={waiting ? "plain" : "warning"}>{staffText(shown)}</Notice>}
      {!waiting && (
        <form onSubmit={submit} noValidate style={{ display: "grid", gap: 12 }}>
          <TextInput
            label="Phone with M-Pesa"
            type="tel"
            autoComplete="off"
            description="The client gets a request on this phone and enters the PIN there."
            error={typed !== undefined && errors.phone}
            value={body.phone}
            disabled={disabled || send.isPending}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          {errors.amount && (
            <p className="quiet small">
              M-Pesa takes whole shillings, at most 250,000. Change the amount above.
            </p>
          )}
          <ErrorNotice error={send.error} texts={failed} />
          <Button
            type="submit"
            variant="default"
            style={{ justifySelf: "start" }}
            disabled={disabled || Object.keys(errors).length > 0}
            loading={send.isPending}
          >
            <span>
              <Money>{`Send the request for ${money(body.amount, "KES")}`}</Money>
            </span>
          </Button>
        </form>
      )}
    </section>
  );
}

const failed = ["Failed to send the request", "An error occurred while sending the request"] as const;
