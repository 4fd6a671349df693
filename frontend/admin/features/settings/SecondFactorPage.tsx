import { Button, Stack } from "@mantine/core";
import { QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureText, request } from "../../../api.ts";
import { Card } from "../../components/ui/Card.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { newQueryClient } from "../../query-client.ts";
import { Loading } from "../../session/FullScreen.tsx";
import { usePerson, useSession } from "../../session/SessionProvider.tsx";
import { useSignOut } from "../../session/sign-out.ts";
import { secondFactor } from "./queries.ts";
import { SecondFactor } from "./SecondFactor.tsx";

/** Replaces every page until the signed-in person has set up the required second factor. */
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
        title="Set up your second factor"
        lead="Your organisation requires one. It takes a minute, then you continue where you were."
      />
      {verify.error && (
        <Notice tone="error" action={<Button onClick={() => mutate()}>Try again</Button>}>
          {failureText(
            verify.error,
            "We could not check your second factor.",
            "The server did not respond. Check your connection and try again.",
          )}
        </Notice>
      )}
      <Card title={email}>
        <SecondFactor email={email} />
      </Card>
      <Button variant="subtle" aria-disabled={busy} onClick={() => signOut()} style={{ alignSelf: "start" }}>
        Sign Out
      </Button>
    </Stack>
  );
}
