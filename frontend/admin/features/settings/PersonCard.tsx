import { Button } from "@mantine/core";
import { useState } from "react";
import { Card } from "../../components/ui/Card.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { useSignOut } from "../../session/sign-out.ts";
import { OwnName } from "./OwnName.tsx";
import { OwnPassword } from "./OwnPassword.tsx";
import { Part } from "./Part.tsx";
import { SecondFactor } from "./SecondFactor.tsx";

/** Who is signed in. Its owner can change their name and the second factor; address and role come from others. */
export function PersonCard() {
  const { email, role } = usePerson();
  const { signOut, busy } = useSignOut();
  const [failed, setFailed] = useState(false);
  return (
    <Card title="User Information">
      <Facts
        facts={[
          ["Email", email],
          ["Name", <OwnName key="name" />],
          ["Password", <OwnPassword key="password" />],
          ["Role", role ? roleNames[role] : "Staff"],
        ]}
      />
      <SecondFactor email={email} />
      <Part title="Sessions">
        <p>Ends your sessions in every browser, this one included. Elsewhere it takes some seconds.</p>
        {failed && (
          <Notice tone="error">
            <p>You could not be signed out everywhere.</p>
            <p>You are still signed in here. Check your connection and try again.</p>
          </Notice>
        )}
        <Button
          variant="default"
          aria-disabled={busy}
          onClick={() => {
            setFailed(false);
            signOut({ everywhere: true }).catch(() => setFailed(true));
          }}
        >
          {busy ? "Signing out..." : "Sign out everywhere"}
        </Button>
      </Part>
    </Card>
  );
}

const roleNames = { admin: "Admin", staff: "Staff" } as const;
