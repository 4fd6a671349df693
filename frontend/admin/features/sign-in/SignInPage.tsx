import { Box, Group, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import * as company from "../../../../shared/company.ts";
import { disabledText } from "../../../../shared/staff/access-texts.ts";
import { dropDraftsOfOthers } from "../../components/form/draft.ts";
import { BrokenPage } from "../../components/ui/BrokenPage.tsx";
import { Logo } from "../../components/ui/Logo.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { fetchScreen, prefetchData } from "../../screens.ts";
import { Loading, Unreachable } from "../../session/FullScreen.tsx";
import { returnPath } from "../../session/return-path.ts";
import { type Ended, useSession } from "../../session/SessionProvider.tsx";
import { alreadySignedIn, challengeExpired, type Failure, failureOf } from "./failures.ts";
import classes from "./SignInPage.module.css";
import {
  CodeForm,
  ForgottenForm,
  NewPasswordForm,
  PasswordForm,
  ResetForm,
  SecondFactorForm,
} from "./step-forms.tsx";
import type { Step } from "./steps.ts";

export default function SignInPage() {
  const { session } = useSession();
  const { state } = useLocation();
  if (session.name === "checking") return <Loading />;
  if (session.name === "unreachable") return <Unreachable retry={session.retry} />;
  if (session.name === "signed-in") return <Navigate to={returnPath(state?.from)} replace />;
  return (
    <main className={classes.page}>
      <Stack gap={24} w="100%" maw={400}>
        <Box component="a" className="display" w="fit-content" fz="xl" td="none" href="/">
          <Group gap={12}>
            <Logo size={32} />
            {company.name.value}
          </Group>
        </Box>
        <EndedNotice ended={session.ended || state?.ended} />
        <Steps goal={returnPath(state?.from)} />
      </Stack>
    </main>
  );
}

/** Why the session ended. */
function EndedNotice({ ended }: { ended: Ended | undefined }) {
  if (!ended) return null;
  return ended === "disabled" ? (
    <Notice tone="error">
      <p>{disabledText}</p>
      <p>Unsaved work was removed from this browser. An administrator can enable your account again.</p>
    </Notice>
  ) : (
    <Notice tone="warning">
      <p>Your session has ended.</p>
      <p>Sign in again to continue where you were. What you typed and did not save is kept.</p>
    </Notice>
  );
}

/** `goal` is the page to open: its code loads while the person types, its data after sign-in. */
function Steps({ goal }: { goal: string }) {
  const { enter } = useSession();
  const [step, setStep] = useState<Step>({ name: "password" });
  const [email, setEmail] = useState("");
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => fetchScreen(goal), [goal]);

  async function proceed(next: Promise<Step>) {
    const result = await next.catch(async (error: unknown): Promise<Step> => {
      // Their session had ended before we could say why, so what they typed is still there.
      if (failureOf(error).text === disabledText) dropDraftsOfOthers(undefined);
      if (!alreadySignedIn(error)) throw error;
      return { name: "done" };
    });
    setFailure(undefined);
    if (result.name !== "done") return setStep(result);
    prefetchData(goal);
    await enter();
  }

  /** When a challenge has expired, returns to the password step with the reason. */
  async function proceedChallenge(next: Promise<Step>) {
    try {
      await proceed(next);
    } catch (error) {
      if (!challengeExpired(error)) throw error;
      setFailure(failureOf(error));
      setStep({ name: "password" });
    }
  }

  const goBack = () => setStep({ name: "password" });
  const forgotPassword = () => setStep({ name: "forgotten" });
  const form = () => {
    switch (step.name) {
      case "password":
      case "done":
        return (
          <PasswordForm
            email={email}
            setEmail={setEmail}
            failure={failure}
            proceed={proceed}
            forgotPassword={forgotPassword}
          />
        );
      case "new-password":
        return <NewPasswordForm email={step.email} proceed={proceedChallenge} goBack={goBack} />;
      case "code":
        return <CodeForm proceed={proceedChallenge} goBack={goBack} />;
      case "second-factor":
        return <SecondFactorForm step={step} email={email} proceed={proceedChallenge} goBack={goBack} />;
      case "forgotten":
        return <ForgottenForm email={email} setEmail={setEmail} proceed={proceed} goBack={goBack} />;
      case "reset":
        return <ResetForm step={step} proceed={proceed} goBack={goBack} forgotPassword={forgotPassword} />;
    }
  };
  // Below the state, so that the address and the step stay when something has replaced nodes of the form.
  return <BrokenPage>{form()}</BrokenPage>;
}
