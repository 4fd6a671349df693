import { Box, Button, Group, Stack, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import * as company from "../../../../shared/company.ts";
import { disabledText } from "../../../../shared/staff/access-texts.ts";
import {
  CodeField,
  digitsOf,
  NewPasswordField,
  PasswordField,
} from "../../components/form/account-fields.tsx";
import { dropDraftsOfOthers } from "../../components/form/draft.ts";
import { BrokenPage } from "../../components/ui/BrokenPage.tsx";
import { Logo } from "../../components/ui/Logo.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { TotpKey } from "../../components/ui/TotpKey.tsx";
import { fetchScreen, prefetchData } from "../../screens.ts";
import { Loading, Unreachable } from "../../session/FullScreen.tsx";
import { returnPath } from "../../session/return-path.ts";
import { type Ended, useSession } from "../../session/SessionProvider.tsx";
import { alreadySignedIn, challengeExpired, type Failure, failureOf } from "./failures.ts";
import classes from "./SignInPage.module.css";
import { StepForm } from "./StepForm.tsx";
import * as steps from "./steps.ts";

export default function SignInPage() {
  const { session } = useSession();
  const { state } = useLocation();
  if (session.name === "checking") return <Loading />;
  if (session.name === "unreachable") return <Unreachable retry={session.retry} />;
  if (session.name === "signed-in") return <Navigate to={returnPath(state?.from)} replace />;
  return (
    <main className={classes.page}>
      <Stack gap={24} w="100%" maw={400}>
        <Box component="a" className="display" w="fit-content" fz="1.125rem" fw={700} td="none" href="/">
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
  const [step, setStep] = useState<steps.Step>({ name: "password" });
  const [email, setEmail] = useState("");
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => fetchScreen(goal), [goal]);

  async function proceed(next: Promise<steps.Step>) {
    const result = await next.catch(async (error: unknown): Promise<steps.Step> => {
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
  async function proceedChallenge(next: Promise<steps.Step>) {
    try {
      await proceed(next);
    } catch (error) {
      if (!challengeExpired(error)) throw error;
      setFailure(failureOf(error));
      setStep({ name: "password" });
    }
  }

  const back = (
    <Button variant="subtle" onClick={() => setStep({ name: "password" })}>
      Back to sign in
    </Button>
  );

  const form = () => {
    switch (step.name) {
      case "password":
      case "done":
        return (
          <StepForm
            key="password"
            title="Sign in"
            note="For staff. You need an invitation to get an account."
            button="Sign in"
            failure={failure}
            submit={(field) => proceed(steps.givePassword(field("email").trim(), field("password")))}
            below={
              <Button variant="subtle" onClick={() => setStep({ name: "forgotten" })}>
                Forgot your password?
              </Button>
            }
          >
            {(wrong) => (
              <>
                <EmailField value={email} onChange={setEmail} focus={!email} />
                <PasswordField
                  size="md"
                  label="Password"
                  name="password"
                  autoComplete="current-password"
                  autoFocus={email !== ""}
                  isWrong={wrong === "password"}
                />
              </>
            )}
          </StepForm>
        );
      case "new-password":
        return (
          <StepForm
            key="new-password"
            title="Choose your password"
            note="The password in your invitation works only once."
            button="Save and sign in"
            submit={(field) => proceedChallenge(steps.answer(field("new-password"), step.email))}
            below={back}
          >
            {(wrong) => (
              <>
                <input type="hidden" name="username" autoComplete="username" value={step.email} />
                <NewPasswordField focus isWrong={wrong === "new-password"} />
              </>
            )}
          </StepForm>
        );
      case "code":
        return (
          <StepForm
            key="code"
            title="Enter your code"
            note="Your authenticator app shows six digits for this account."
            button="Sign in"
            submit={(field) => proceedChallenge(steps.answer(digitsOf(field("code"))))}
            below={back}
          >
            {(wrong) => <CodeField label="Code" error={wrong === "code"} />}
          </StepForm>
        );
      case "second-factor":
        return (
          <StepForm
            key="second-factor"
            title="Set up your second factor"
            note="Your account needs an authenticator app in addition to the password."
            button="Confirm and sign in"
            submit={(field) => proceedChallenge(steps.answer(digitsOf(field("code")), email))}
            below={back}
          >
            {(wrong) => (
              <>
                <TotpKey secret={step.secret} link={step.link} />
                <CodeField label="Code from the app" error={wrong === "code"} />
              </>
            )}
          </StepForm>
        );
      case "forgotten":
        return (
          <StepForm
            key="forgotten"
            title="Forgot password"
            note="We send a code to your email address. With it, you choose a new password."
            button="Send the code"
            busyButton="Sending..."
            submit={(field) => proceed(steps.sendResetCode(field("email").trim()))}
            below={back}
          >
            {() => <EmailField value={email} onChange={setEmail} focus />}
          </StepForm>
        );
      case "reset":
        return (
          <StepForm
            key="reset"
            title="Choose a new password"
            note={`If there is an account for ${step.email}, we sent a code${step.destination ? ` to ${step.destination}` : ""}.`}
            button="Save and sign in"
            submit={(field) =>
              proceed(steps.chooseNewPassword(step.email, digitsOf(field("code")), field("new-password")))
            }
            below={
              <>
                <Button variant="subtle" onClick={() => setStep({ name: "forgotten" })}>
                  Send another code
                </Button>
                {back}
              </>
            }
          >
            {(wrong) => (
              <>
                <input type="hidden" name="username" autoComplete="username" value={step.email} />
                <CodeField label="Code" error={wrong === "code"} />
                <NewPasswordField isWrong={wrong === "new-password"} />
              </>
            )}
          </StepForm>
        );
    }
  };
  // Below the state, so that the address and the step stay when something has replaced nodes of the form.
  return <BrokenPage>{form()}</BrokenPage>;
}

type Typed = { value: string; onChange: (value: string) => void; focus: boolean };

/** The typed address is kept between steps. */
const EmailField = ({ value, onChange, focus }: Typed) => (
  <TextInput
    size="md"
    label="Email"
    name="email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    autoFocus={focus}
    required
    withAsterisk={false}
  />
);
