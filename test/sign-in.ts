import {
  createDiffieHellman,
  createHash,
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
} from "node:crypto";

type Pool = { cognito: string; userPoolId: string; userPoolClientId: string };
type Tokens = { access: string; id: string; refresh: string };
type Answer = {
  ChallengeName?: string;
  ChallengeParameters?: Record<string, string>;
  AuthenticationResult?: { AccessToken: string; IdToken: string; RefreshToken: string };
  message?: string;
};

// The group of RFC 3526 that Cognito's passwords are proved in.
const prime = getDiffieHellman("modp15").getPrime();
const N = BigInt(`0x${prime.toString("hex")}`);
const g = 2n;
const group = createDiffieHellman(prime, Number(g));

/**
 * Signs in by proving the password (SRP), as the browser's library does. That takes a third of a second of
 * arithmetic for it; it is at work wherever the sign-in page is, and this everywhere else.
 */
export async function signInTo(
  pool: Pool,
  { email, password }: { email: string; password: string },
): Promise<Tokens> {
  const ask = (operation: string, input: object) =>
    call(pool.cognito, operation, { ClientId: pool.userPoolClientId, ...input });
  const a = BigInt(`0x${randomBytes(32).toString("hex")}`);
  const A = power(g, a);
  const { ChallengeParameters: given = {} } = await ask("InitiateAuth", {
    AuthFlow: "USER_SRP_AUTH",
    AuthParameters: { USERNAME: email, SRP_A: A.toString(16) },
  });
  const { USER_ID_FOR_SRP: user = "", SRP_B = "0", SALT = "0", SECRET_BLOCK = "" } = given;
  const identity = `${pool.userPoolId.split("_")[1]}${user}`;
  const B = number(SRP_B);
  const u = number(hash(padded(A), padded(B)));
  const x = number(hash(padded(number(SALT)), digest(`${identity}:${password}`)));
  const k = number(hash(padded(N), padded(g)));
  const base = (((B - k * power(g, x)) % N) + N) % N;
  const key = hkdfSync("sha256", bytes(power(base, a + u * x)), bytes(u), "Caldera Derived Key", 16);
  const TIMESTAMP = timestamp(new Date());
  const proof = createHmac("sha256", Buffer.from(key))
    .update(identity)
    .update(Buffer.from(SECRET_BLOCK, "base64"))
    .update(TIMESTAMP);
  const { AuthenticationResult: tokens, ChallengeName } = await ask("RespondToAuthChallenge", {
    ChallengeName: "PASSWORD_VERIFIER",
    ChallengeResponses: {
      USERNAME: user,
      TIMESTAMP,
      PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: proof.digest("base64"),
    },
  });
  if (!tokens) throw new Error(`Signing in stopped at ${ChallengeName}.`);
  return { access: tokens.AccessToken, id: tokens.IdToken, refresh: tokens.RefreshToken };
}

/** What the browser's library keeps of somebody who signed in, under its names. */
export function keptInBrowser({ userPoolClientId }: Pool, { access, id, refresh }: Tokens) {
  const { username }: { username: string } = JSON.parse(
    Buffer.from(access.split(".")[1] ?? "", "base64url").toString(),
  );
  const place = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const kept = {
    LastAuthUser: username,
    [`${username}.accessToken`]: access,
    [`${username}.idToken`]: id,
    [`${username}.refreshToken`]: refresh,
  };
  return Object.entries(kept).map(([name, value]) => ({ name: `${place}.${name}`, value }));
}

async function call(endpoint: string, operation: string, input: object): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

/** Modulo N, by OpenSSL: BigInt takes six times as long. */
function power(base: bigint, exponent: bigint): bigint {
  group.setPrivateKey(bytes(exponent));
  return BigInt(`0x${group.computeSecret(bytes(base)).toString("hex")}`);
}

/** In whole bytes, with one of zero in front where the number would look negative. */
function padded(value: bigint): string {
  const hex = value.toString(16);
  const whole = hex.length % 2 === 1 ? `0${hex}` : hex;
  return /^[89a-f]/.test(whole) ? `00${whole}` : whole;
}

/** As `Thu Dec 24 09:00:00 UTC 2026`. */
function timestamp(now: Date): string {
  const [weekday, day, month, year, time] = now.toUTCString().replace(",", "").split(" ");
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}

const number = (hex: string) => BigInt(`0x${hex}`);
const bytes = (value: bigint) => Buffer.from(padded(value), "hex");
const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const hash = (...hex: string[]) =>
  createHash("sha256")
    .update(Buffer.from(hex.join(""), "hex"))
    .digest("hex");
