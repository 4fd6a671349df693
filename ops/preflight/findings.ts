export type Finding = {
  /** `blocker`: the deployment would fail, or reach the wrong place. `warning`: it works, but not completely yet. */
  level: "ok" | "warning" | "blocker";
  message: string;
  /** A command, or a place in the console. */
  fix?: string;
};

export const ok = (message: string): Finding => ({ level: "ok", message });
export const warning = (message: string, fix?: string): Finding => ({
  level: "warning",
  message,
  ...(fix && { fix }),
});
export const blocker = (message: string, fix: string): Finding => ({ level: "blocker", message, fix });

const marks = { ok: "  ok   ", warning: "  WARN ", blocker: "  STOP " };

export const formatFinding = ({ level, message, fix }: Finding): string =>
  `${marks[level]}${message}${fix ? `\n         → ${fix}` : ""}`;

type Failure = { name: string; message: string };

const failureOf = (error: unknown): Failure =>
  error instanceof Error ? error : { name: "Error", message: String(error) };

const isDenied = ({ name, message }: Failure) =>
  // S3 answers HEAD without a reason.
  /AccessDenied|UnauthorizedOperation|NotAuthorized|Forbidden|^403$/.test(name) ||
  /is not authorized to perform/.test(message);

/**
 * Runs a check that calls AWS. Missing permission is a warning, because the setting can still be right. Any other error
 * is a blocker, because the deployment would fail with it too.
 */
export async function checkAws(
  subject: string,
  permission: string,
  check: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    const failure = failureOf(error);
    if (isDenied(failure))
      return [
        warning(
          `${subject}: not checked, because this identity has no permission.`,
          `Allow it ${permission}, or check it yourself.`,
        ),
      ];
    return [
      blocker(
        `${subject}: AWS did not answer (${failure.name}: ${failure.message}).`,
        "Try again. If it lasts, check the network and https://health.aws.amazon.com.",
      ),
    ];
  }
}

/** If an error is about the shell's credentials, replaces it by one that says what to do. */
export const withCredentialsHelp = (error: unknown): unknown =>
  /CredentialsProvider|TokenProvider|ExpiredToken|InvalidClientTokenId/.test(failureOf(error).name)
    ? new Error(formatFinding(credentialsFinding(error)))
    : error;

/** Why AWS does not accept the shell's credentials, and what to do. */
export function credentialsFinding(error: unknown): Finding {
  const failure = failureOf(error);
  const { name, message } = failure;
  if (/CredentialsProvider|TokenProvider/.test(name))
    return blocker(
      `This shell has no AWS credentials (${message.split("\n")[0]}).`,
      "Run `aws configure sso` once, then `aws sso login --profile <name>` and `export AWS_PROFILE=<name>`.",
    );
  if (/ExpiredToken|RequestExpired/.test(name))
    return blocker(
      "The AWS credentials of this shell have expired.",
      "Run `aws sso login`, or create new keys.",
    );
  if (/InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidAccessKeyId/.test(name))
    return blocker(
      `AWS does not know the credentials of this shell (${name}).`,
      "Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_PROFILE: one of them is old or mistyped.",
    );
  if (isDenied(failure))
    return blocker(
      "AWS does not say whose credentials these are: a policy of the organization denies it.",
      "Ask the account's administrator for permission to call sts:GetCallerIdentity.",
    );
  return blocker(
    `AWS could not be reached (${name}: ${message}).`,
    "Check the network, the proxy (HTTPS_PROXY) and the region in stages.json.",
  );
}
