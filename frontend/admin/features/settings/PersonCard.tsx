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

/** The signed-in person. They can change name, password and second factor; administrators change the rest. */
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
        <p>Signs you out in every browser, including this one. In other browsers it takes a few seconds.</p>
        {failed && (
          <Notice tone="error">
            <p>We could not sign you out everywhere.</p>
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
