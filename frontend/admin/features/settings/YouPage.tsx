import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { AuthError, updatePassword } from "aws-amplify/auth";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { roleNames } from "../../../../shared/staff/fields.ts";
import { StaffName } from "../../../../shared/staff/staff.ts";
import { failureText, request } from "../../../api.ts";
import { withTimeout } from "../../../auth.ts";
import { NewPasswordField, PasswordField } from "../../components/form/account-fields.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Card } from "../../components/ui/Card.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { EmailText } from "../../components/ui/EmailText.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { providerText } from "../../session/provider-text.ts";
import { usePerson, useSession } from "../../session/SessionProvider.tsx";
import { useSignOut } from "../../session/sign-out.ts";
import { CalendarCard } from "./CalendarCard.tsx";
import { SecondFactorCard } from "./SecondFactorCard.tsx";

// The layout replaces every page with it until a required sign-in code is set up.
export { SecondFactorPage } from "./SecondFactorCard.tsx";

/** The signed-in person's own settings. Administrators change the role and the address. */
export default function YouPage() {
  const { email, role } = usePerson();
  return (
    <>
      <PageHead title="You" lead="Your account and your calendar." />
      <Columns widths="minmax(0, 1fr) minmax(0, 1fr)" gap={24}>
        <Stack gap={20}>
          <Card title="Your account">
            <Facts
              facts={[
                ["Email", <EmailText key="email">{email}</EmailText>],
                ["Name", <OwnName key="name" />],
                ["Password", <OwnPassword key="password" />],
                ["Role", role ? roleNames[role] : "Staff"],
              ]}
            />
          </Card>
          <SecondFactorCard />
          <SessionsCard />
        </Stack>
        <CalendarCard />
      </Columns>
    </>
  );
}

function SessionsCard() {
  const { signOut, busy } = useSignOut();
  const [failed, setFailed] = useState(false);
  return (
    <Card title="Sessions">
      <p className="quiet small">
        Signs you out in every browser, including this one. In other browsers it takes a few seconds.
      </p>
      {failed && (
        <Notice tone="error" reveal>
          <p>We could not sign you out everywhere.</p>
          <p>You are still signed in here. Check your connection and try again.</p>
        </Notice>
      )}
      <Button
        variant="default"
        w="fit-content"
        aria-disabled={busy}
        onClick={() => {
          setFailed(false);
          signOut({ everywhere: true }).catch(() => setFailed(true));
        }}
      >
        {busy ? "Signing out..." : "Sign out everywhere"}
      </Button>
    </Card>
  );
}

function OwnName() {
  const { name } = usePerson();
  const { enter } = useSession();
  const problemOf = (typed: FormData) => StaffName.safeParse(typed.get("name")).error?.issues[0]?.message;
  return (
    <Changeable
      what="name"
      shown={name ?? "Not set"}
      savedText="Your name was saved."
      problemOf={problemOf}
      save={async (typed) => {
        await request("PUT /api/v1/staff/me", { body: { name: StaffName.parse(typed.get("name")) } });
        await enter({ forceRefresh: true });
      }}
    >
      {(problem) => (
        <TextInput
          label="Your name"
          description="Colleagues see it beside your changes. Clients do not see it."
          name="name"
          autoComplete="name"
          defaultValue={name ?? ""}
          error={problem}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Changeable>
  );
}

function OwnPassword() {
  const { email } = usePerson();
  return (
    <Changeable
      what="password"
      shown={<span aria-hidden="true">••••••••</span>}
      savedText="Your new password was saved."
      save={(typed) =>
        withTimeout(
          updatePassword({
            oldPassword: String(typed.get("old")),
            newPassword: String(typed.get("new-password")),
          }),
        )
      }
    >
      {(_, error) => (
        <>
          {/* Tells password managers which account this is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            label="Current password"
            name="old"
            autoComplete="current-password"
            autoFocus
            isWrong={isWrongPassword(error)}
          />
          <NewPasswordField isWrong={error?.name === "InvalidPasswordException"} />
        </>
      )}
    </Changeable>
  );
}

type ChangeableProps = {
  what: "name" | "password";
  shown: ReactNode;
  savedText: string;
  /** The error under the field; nothing is sent. */
  problemOf?: (typed: FormData) => string | undefined;
  save: (typed: FormData) => Promise<void>;
  /** The fields, with the problem of what was typed, and why saving it failed. */
  children: (problem: string | undefined, error: Error | null) => ReactNode;
};

/** A value, and a form to change it. */
function Changeable({ what, shown, savedText, problemOf, save, children }: ChangeableProps) {
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const change = useRef<HTMLButtonElement>(null);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      close();
      announce(savedText);
    },
  });

  /** Returns the focus, because the focused field disappears. */
  function close() {
    flushSync(() => setEditing(false));
    setProblem(undefined);
    saving.reset();
    change.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving.isPending) return;
    const typed = new FormData(event.currentTarget);
    const problem = problemOf?.(typed);
    setProblem(problem);
    if (!problem) saving.mutate(typed);
  }

  if (!editing)
    return (
      <Group justify="space-between" gap="4px 12px">
        {shown}
        <Button
          ref={change}
          variant="subtle"
          size="compact-sm"
          aria-label={`Change your ${what}`}
          onClick={() => setEditing(true)}
        >
          Change
        </Button>
      </Group>
    );
  return (
    <form onSubmit={submit}>
      <Stack gap={14} pb={10}>
        {saving.error && (
          <Notice tone="error" reveal>
            <p>{textOf(saving.error, what)}</p>
            <p>What you typed is still here. Please try again.</p>
          </Notice>
        )}
        {children(problem, saving.error)}
        <Group gap={10}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={saving.isPending}>
            {saving.isPending ? "Saving..." : `Save ${what}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isWrongPassword = (error: Error | null) => error?.name === "NotAuthorizedException";

function textOf(error: Error, what: string): string {
  const unexpected = "An unexpected error occurred";
  if (!(error instanceof AuthError)) return failureText(error, unexpected, unexpected);
  if (what === "password" && isWrongPassword(error)) return "This is not your current password.";
  return providerText(error);
}
