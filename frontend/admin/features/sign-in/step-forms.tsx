import { Button, TextInput } from "@mantine/core";
import {
  CodeField,
  digitsOf,
  NewPasswordField,
  PasswordField,
} from "../../components/form/account-fields.tsx";
import { TotpKey } from "../../components/ui/TotpKey.tsx";
import type { Failure } from "./failures.ts";
import { StepForm } from "./StepForm.tsx";
import * as steps from "./steps.ts";

// One form for each step of the sign-in.

type Step<Name extends steps.Step["name"]> = Extract<steps.Step, { name: Name }>;

/** Waits for the next step, and shows it. */
type Proceed = (next: Promise<steps.Step>) => Promise<void>;

/** `goBack` returns to the password. */
type Props = { proceed: Proceed; goBack: () => void };

/** The typed address is kept between steps. */
type EmailProps = { email: string; setEmail: (email: string) => void };

export const PasswordForm = ({
  email,
  setEmail,
  failure,
  proceed,
  forgotPassword,
}: EmailProps & { failure: Failure | undefined; proceed: Proceed; forgotPassword: () => void }) => (
  <StepForm
    title="Sign in"
    note="For staff. You need an invitation to get an account."
    button="Sign in"
    failure={failure}
    submit={(field) => proceed(steps.givePassword(field("email").trim(), field("password")))}
    below={
      <Button variant="subtle" onClick={forgotPassword}>
        Forgot your password?
      </Button>
    }
  >
    {(wrong) => (
      <>
        <EmailField email={email} setEmail={setEmail} focus={!email} />
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

export const NewPasswordForm = ({ email, proceed, goBack }: Props & { email: string }) => (
  <StepForm
    title="Choose your password"
    note="The password in your invitation works only once."
    button="Save and sign in"
    submit={(field) => proceed(steps.answer(field("new-password"), email))}
    below={<BackToSignIn goBack={goBack} />}
  >
    {(wrong) => (
      <>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <NewPasswordField focus isWrong={wrong === "new-password"} />
      </>
    )}
  </StepForm>
);

export const CodeForm = ({ proceed, goBack }: Props) => (
  <StepForm
    title="Enter your code"
    note="Your authenticator app shows six digits for this account."
    button="Sign in"
    submit={(field) => proceed(steps.answer(digitsOf(field("code"))))}
    below={<BackToSignIn goBack={goBack} />}
  >
    {(wrong) => <CodeField label="Code" error={wrong === "code"} />}
  </StepForm>
);

export const SecondFactorForm = ({
  step: { secret, link },
  email,
  proceed,
  goBack,
}: Props & { step: Step<"second-factor">; email: string }) => (
  <StepForm
    title="Set up your sign-in code"
    note="Your account needs an authenticator app in addition to the password."
    button="Confirm and sign in"
    submit={(field) => proceed(steps.answer(digitsOf(field("code")), email))}
    below={<BackToSignIn goBack={goBack} />}
  >
    {(wrong) => (
      <>
        <TotpKey secret={secret} link={link} />
        <CodeField label="Code from the app" error={wrong === "code"} />
      </>
    )}
  </StepForm>
);

export const ForgottenForm = ({ email, setEmail, proceed, goBack }: Props & EmailProps) => (
  <StepForm
    title="Forgot password"
    note="We send a code to your email address. With it, you choose a new password."
    button="Send the code"
    busyButton="Sending..."
    submit={(field) => proceed(steps.sendResetCode(field("email").trim()))}
    below={<BackToSignIn goBack={goBack} />}
  >
    {() => <EmailField email={email} setEmail={setEmail} focus />}
  </StepForm>
);

export const ResetForm = ({
  step: { email, destination },
  proceed,
  goBack,
  forgotPassword,
}: Props & { step: Step<"reset">; forgotPassword: () => void }) => (
  <StepForm
    title="Choose a new password"
    note={`If there is an account for ${email}, we sent a code${destination ? ` to ${destination}` : ""}.`}
    button="Save and sign in"
    submit={(field) =>
      proceed(steps.chooseNewPassword(email, digitsOf(field("code")), field("new-password")))
    }
    below={
      <>
        <Button variant="subtle" onClick={forgotPassword}>
          Send another code
        </Button>
        <BackToSignIn goBack={goBack} />
      </>
    }
  >
    {(wrong) => (
      <>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <CodeField label="Code" error={wrong === "code"} />
        <NewPasswordField isWrong={wrong === "new-password"} />
      </>
    )}
  </StepForm>
);

const BackToSignIn = ({ goBack }: { goBack: () => void }) => (
  <Button variant="subtle" onClick={goBack}>
    Back to sign in
  </Button>
);

const EmailField = ({ email, setEmail, focus }: EmailProps & { focus: boolean }) => (
  <TextInput
    size="md"
    label="Email"
    name="email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    value={email}
    onChange={(event) => setEmail(event.currentTarget.value)}
    autoFocus={focus}
    required
    withAsterisk={false}
  />
);
