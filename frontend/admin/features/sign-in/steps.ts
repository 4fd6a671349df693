import {
  confirmResetPassword,
  confirmSignIn,
  resetPassword,
  type SignInOutput,
  signIn,
} from "aws-amplify/auth";
import { backOfficeName } from "../../../../shared/company.ts";
import { withTimeout } from "../../../auth.ts";

/** The next step of the sign-in. */
export type Step =
  | { name: "password" }
  | { name: "new-password"; email: string }
  | { name: "code" }
  | { name: "second-factor"; secret: string; link: string }
  | { name: "forgotten" }
  | { name: "reset"; email: string; destination: string | undefined }
  | { name: "done" };

export async function givePassword(email: string, password: string): Promise<Step> {
  return stepAfter(await withTimeout(signIn({ username: email, password })), email);
}

/** Responds to a challenge of the sign-in service: a new password or a code. */
export async function answer(challengeResponse: string, email = ""): Promise<Step> {
  return stepAfter(await withTimeout(confirmSignIn({ challengeResponse })), email);
}

export async function sendResetCode(email: string): Promise<Step> {
  const { nextStep } = await withTimeout(resetPassword({ username: email }));
  return { name: "reset", email, destination: nextStep.codeDeliveryDetails?.destination };
}

export async function chooseNewPassword(email: string, code: string, newPassword: string): Promise<Step> {
  await withTimeout(confirmResetPassword({ username: email, confirmationCode: code, newPassword }));
  return givePassword(email, newPassword);
}

async function stepAfter({ nextStep }: SignInOutput, email: string): Promise<Step> {
  switch (nextStep.signInStep) {
    case "DONE":
      return { name: "done" };
    case "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED":
      return { name: "new-password", email };
    case "CONFIRM_SIGN_IN_WITH_TOTP_CODE":
      return { name: "code" };
    case "CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION":
      return answer("TOTP", email);
    case "CONTINUE_SIGN_IN_WITH_TOTP_SETUP": {
      const { sharedSecret, getSetupUri } = nextStep.totpSetupDetails;
      return { name: "second-factor", secret: sharedSecret, link: getSetupUri(backOfficeName, email).href };
    }
    case "RESET_PASSWORD":
      return sendResetCode(email);
    default:
      throw new Error(`There is no form for ${nextStep.signInStep}.`);
  }
}
