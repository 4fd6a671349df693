import { Button, Group, Stack } from "@mantine/core";
import {
  QueryClientProvider,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import {
  AuthError,
  fetchMFAPreference,
  setUpTOTP,
  updateMFAPreference,
  verifyTOTPSetup,
} from "aws-amplify/auth";
import { type FormEvent, useEffect, useState } from "react";
import { backOfficeName } from "../../../../shared/company.ts";
import { request } from "../../../api.ts";
import { withTimeout } from "../../../auth.ts";
import { CodeField, digitsOf } from "../../components/form/account-fields.tsx";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { announce } from "../../components/ui/announce.ts";
import { OnOff } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { TotpKey } from "../../components/ui/TotpKey.tsx";
import { keyOf } from "../../queries/cache.ts";
import { newQueryClient } from "../../query-client.ts";
import { Loading } from "../../session/FullScreen.tsx";
import { providerText } from "../../session/provider-text.ts";
import { usePerson, useSession } from "../../session/SessionProvider.tsx";
import { useSignOut } from "../../session/sign-out.ts";

/** Whether this account has a sign-in code. */
const secondFactor = queryOptions({
  queryKey: keyOf("second-factor"),
  queryFn: async () => (await withTimeout(fetchMFAPreference())).enabled?.includes("TOTP") ?? false,
});

/** Switches the sign-in code on or off. Without the server's response, the list of staff follows within a day. */
async function switchTo(totp: "PREFERRED" | "DISABLED"): Promise<void> {
  await withTimeout(updateMFAPreference({ totp }));
  await request("POST /api/v1/staff/me/second-factor", {}).catch(() => {});
}

export function SecondFactorCard() {
  const { email } = usePerson();
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
      await switchTo("PREFERRED");
    },
    onSuccess: () => done(true),
  });
  const remove = useMutation({
    mutationFn: () => switchTo("DISABLED"),
    onSuccess: () => done(false),
  });
  const error = confirm.error ?? remove.error ?? key.error ?? state.error;

  function cancel() {
    key.reset();
    confirm.reset();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (confirm.isPending) return;
    confirm.mutate(digitsOf(String(new FormData(event.currentTarget).get("code"))));
  }

  const notice = error && (
    <Notice tone="error" retry={state.isError && (() => void state.refetch())}>
      {error instanceof AuthError ? providerText(error) : "An unexpected error occurred"}
    </Notice>
  );

  return (
    <Card title="Sign-in code">
      {state.data !== undefined && <OnOff on={state.data} />}
      <p className="small">
        A code from an authenticator app protects your account if somebody else learns your password.
      </p>
      {!key.data && notice}
      {state.data === false && !key.data && (
        <Button
          variant="default"
          w="fit-content"
          aria-disabled={key.isPending}
          onClick={() => !key.isPending && key.mutate()}
        >
          Set up sign-in code
        </Button>
      )}
      {key.data && (
        <form onSubmit={submit}>
          <Stack gap={14}>
            <TotpKey secret={key.data.sharedSecret} link={key.data.getSetupUri(backOfficeName, email).href} />
            {notice}
            <CodeField label="Code from the app" size="sm" autoFocus={false} error={confirm.error !== null} />
            <Group gap={10}>
              <Button variant="default" onClick={cancel}>
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
          <Button variant="default" w="fit-content" onClick={() => setAsking(true)}>
            Remove sign-in code
          </Button>
        ))}
    </Card>
  );
}

/** Replaces every page until the signed-in person has set up the required sign-in code. */
export function SecondFactorPage() {
  // The page replaces the layout, which has its own query client.
  const [queryClient] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <SetUp />
    </QueryClientProvider>
  );
}

function SetUp() {
  const { email } = usePerson();
  const { enter } = useSession();
  const { signOut, busy } = useSignOut();
  const has = useQuery(secondFactor).data;
  const verify = useMutation({
    mutationFn: () => request("POST /api/v1/staff/me/second-factor", {}),
    onSuccess: async ({ second_factor }) => {
      if (second_factor) await enter();
    },
  });
  const { mutate } = verify;
  useEffect(() => {
    if (has) mutate();
  }, [has, mutate]);

  if (has && !verify.error) return <Loading />;
  return (
    <Stack component="main" maw={560} mx="auto" px={20} py={48} gap={24}>
      <PageHead
        title="Set up your sign-in code"
        lead="Your organisation requires one. It takes a minute, then you continue where you were."
      />
      <ErrorNotice
        error={verify.error}
        texts={[
          "We could not check your sign-in code.",
          "The server did not respond. Check your connection and try again.",
        ]}
        retry={() => mutate()}
      />
      <p>{`You are signed in as ${email}.`}</p>
      <SecondFactorCard />
      <Button variant="subtle" aria-disabled={busy} onClick={() => signOut()} style={{ alignSelf: "start" }}>
        Sign Out
      </Button>
    </Stack>
  );
}
