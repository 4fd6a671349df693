/** What preflight has to say, and how a question to AWS that fails becomes a sentence. */

export type Finding = {
  /** `blocks`: deploying would fail, or reach the wrong place. `warns`: it works, but something in it will not yet. */
  level: "fine" | "warns" | "blocks";
  says: string;
  /** The command or the place in the console that mends it. */
  mend?: string;
};

export const fine = (says: string): Finding => ({ level: "fine", says });
export const warns = (says: string, mend?: string): Finding => ({
  level: "warns",
  says,
  ...(mend && { mend }),
});
export const blocks = (says: string, mend: string): Finding => ({ level: "blocks", says, mend });

const marks = { fine: "  ok   ", warns: "  WARN ", blocks: "  STOP " };

export const lineOf = ({ level, says, mend }: Finding): string =>
  `${marks[level]}${says}${mend ? `\n         → ${mend}` : ""}`;

type Failure = { name: string; message: string };

const failureOf = (error: unknown): Failure =>
  error instanceof Error ? error : { name: "Error", message: String(error) };

const isDenied = ({ name, message }: Failure) =>
  /AccessDenied|UnauthorizedOperation|NotAuthorized/.test(name) ||
  /is not authorized to perform/.test(message);

/**
 * Asks AWS. What it refuses to say is a warning, as somebody else may have seen to it; what it does not answer
 * stops, as the deployment would not reach it either.
 */
export async function asking(
  about: string,
  permission: string,
  question: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await question();
  } catch (error) {
    const failure = failureOf(error);
    if (isDenied(failure))
      return [
        warns(
          `${about}: not looked at, because this identity is not allowed to ask.`,
          `Have it allowed ${permission}, or look for yourself.`,
        ),
      ];
    return [
      blocks(
        `${about}: AWS could not be asked (${failure.name}: ${failure.message}).`,
        "Try again; look at the network, and at https://health.aws.amazon.com if it lasts.",
      ),
    ];
  }
}

/** An error as a command says it: what it is about the shell's credentials, with what to do. */
export const explained = (error: unknown): unknown =>
  /CredentialsProvider|TokenProvider|ExpiredToken|InvalidClientTokenId/.test(failureOf(error).name)
    ? new Error(lineOf(withoutIdentity(error)))
    : error;

/** Why nobody could be signed in, and what to do. */
export function withoutIdentity(error: unknown): Finding {
  const failure = failureOf(error);
  const { name, message } = failure;
  if (/CredentialsProvider|TokenProvider/.test(name))
    return blocks(
      `This shell has no AWS credentials (${message.split("\n")[0]}).`,
      "Run `aws configure sso` once, then `aws sso login --profile <name>` and `export AWS_PROFILE=<name>`.",
    );
  if (/ExpiredToken|RequestExpired/.test(name))
    return blocks("The AWS credentials of this shell have expired.", "Run `aws sso login`, or get new keys.");
  if (/InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidAccessKeyId/.test(name))
    return blocks(
      `AWS does not know the credentials of this shell (${name}).`,
      "Look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_PROFILE: one of them is old or mistyped.",
    );
  if (isDenied(failure))
    return blocks(
      "AWS refuses to say whose credentials these are: a policy of the organization denies it.",
      "Ask whoever administers the account to allow you sts:GetCallerIdentity.",
    );
  return blocks(
    `AWS could not be reached (${name}: ${message}).`,
    "Look at the network, the proxy (HTTPS_PROXY) and the region in stages.json.",
  );
}
