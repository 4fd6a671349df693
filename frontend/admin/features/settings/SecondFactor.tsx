import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AuthError, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from "aws-amplify/auth";
import { type FormEvent, useState } from "react";
import { backOfficeName } from "../../../../shared/company.ts";
import { withTimeout } from "../../../auth.ts";
import { announce } from "../../components/ui/announce.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { TotpKey } from "../../components/ui/TotpKey.tsx";
import { providerText } from "../../labels/provider.ts";
import { Part } from "./Part.tsx";
import { secondFactor } from "./queries.ts";

/** Switches the second factor on or off. */
export function SecondFactor({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const state = useQuery(secondFactor);
  const [asking, setAsking] = useState(false);
  const key = useMutation({ mutationFn: () => withTimeout(setUpTOTP()) });
  const done = (on: boolean) => {
    queryClient.setQueryData(secondFactor.queryKey, on);
    key.reset();
    setAsking(false);
    announce(on ? "Sign-in now asks for a code." : "Sign-in no longer asks for a code.");
  };
  const confirm = useMutation({
    mutationFn: async (code: string) => {
      await withTimeout(verifyTOTPSetup({ code }));
      await withTimeout(updateMFAPreference({ totp: "PREFERRED" }));
    },
    onSuccess: () => done(true),
  });
  const remove = useMutation({
    mutationFn: () => withTimeout(updateMFAPreference({ totp: "DISABLED" })),
    onSuccess: () => done(false),
  });
  const error = confirm.error ?? remove.error ?? key.error ?? state.error;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (confirm.isPending) return;
    confirm.mutate(String(new FormData(event.currentTarget).get("code")).replaceAll(/\s/g, ""));
  }

  return (
    <Part
      title="Second factor"
      badge={
        state.data !== undefined && (
          <Badge tone={state.data ? "fine" : "quiet"}>{state.data ? "On" : "Off"}</Badge>
        )
      }
    >
      <p>A code from an authenticator app protects your account if somebody else learns your password.</p>
      {error && (
        <Notice tone="error">
          {error instanceof AuthError ? providerText(error) : "An unexpected error occurred"}
        </Notice>
      )}
      {state.error && (
        <Button variant="default" onClick={() => void state.refetch()}>
          Try again
        </Button>
      )}
      {state.data === false && !key.data && (
        <Button
          variant="default"
          aria-disabled={key.isPending}
          onClick={() => !key.isPending && key.mutate()}
        >
          Set up second factor
        </Button>
      )}
      {key.data && (
        <form style={{ width: "100%" }} onSubmit={submit}>
          <Stack gap={14}>
            <TotpKey secret={key.data.sharedSecret} link={key.data.getSetupUri(backOfficeName, email).href} />
            <TextInput
              label="Code from the app"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="\s*(\d\s*){6}"
              title="Six digits"
              required
              withAsterisk={false}
            />
            <Group gap={10}>
              <Button variant="default" onClick={() => key.reset()}>
                Cancel
              </Button>
              <Button type="submit" aria-disabled={confirm.isPending}>
                {confirm.isPending ? "Confirming..." : "Turn on"}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {state.data === true &&
        (asking ? (
          <Group gap={10}>
            <Button variant="default" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button
              color="red"
              aria-disabled={remove.isPending}
              onClick={() => !remove.isPending && remove.mutate()}
            >
              {remove.isPending ? "Removing..." : "Remove it"}
            </Button>
          </Group>
        ) : (
          <Button variant="default" onClick={() => setAsking(true)}>
            Remove second factor
          </Button>
        ))}
    </Part>
  );
}
