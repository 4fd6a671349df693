import { Button } from "@mantine/core";
import { useState } from "react";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { useSignOut } from "../../session/sign-out.ts";
import { OwnName } from "./OwnName.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import classes from "./SettingsPage.module.css";

/** Who is signed in. Its owner can change their name and the second factor; address and role come from others. */
export function PersonCard() {
  const { email, role } = usePerson();
  const { signOut, busy } = useSignOut();
  const [failed, setFailed] = useState(false);
  return (
    <section className={classes.card} aria-labelledby="person">
      <h2 id="person">User Information</h2>
      <dl className={classes.facts}>
        <dt>Email</dt>
        <dd>{email}</dd>
        <dt>Name</dt>
        <dd>
          <OwnName />
        </dd>
        <dt>Role</dt>
        <dd>{role ? roleNames[role] : "Staff"}</dd>
      </dl>
      <SecondFactor email={email} />
      <div className={classes.part}>
        <h3>Sessions</h3>
        <p>Ends your sessions in every browser, this one included. Elsewhere it takes up to half an hour.</p>
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
      </div>
    </section>
  );
}

const roleNames = { admin: "Admin", staff: "Staff" } as const;
