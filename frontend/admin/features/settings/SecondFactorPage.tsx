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

/** In place of every page, until whoever is signed in has the second factor that is demanded of everybody. */
export function SecondFactorPage() {
  // It stands in place of the frame, which has another.
  const [queryClient] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <SettingUp />
    </QueryClientProvider>
  );
}

function SettingUp() {
  const { email } = usePerson();
  const { enter } = useSession();
  const { signOut, busy } = useSignOut();
  const has = useQuery(secondFactor).data;
  const prove = useMutation({
    mutationFn: () => request("POST /api/v1/staff/me/second-factor", {}),
    onSuccess: async ({ second_factor }) => {
      if (second_factor) await enter();
    },
  });
  const { mutate } = prove;
  useEffect(() => {
    if (has) mutate();
  }, [has, mutate]);

  if (has && !prove.error) return <Loading />;
  return (
    <Stack component="main" maw={560} mx="auto" px={20} py={48} gap={24}>
      <PageHead
        title="Set up your second factor"
        lead="An administrator asks everybody for one. It takes a minute, and then you go on where you were."
      />
      {prove.error && (
        <Notice tone="error" action={<Button onClick={() => mutate()}>Try again</Button>}>
          {failureText(
            prove.error,
            "Your second factor could not be checked.",
            "The server did not reply. Check your connection and try again.",
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
