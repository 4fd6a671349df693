import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { variable } from "./environment.ts";

const secretsManager = new SecretsManagerClient({
  requestHandler: { requestTimeout: 2_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** Then a changed secret counts. */
const CACHE_MS = 5 * 60_000;

const cache = new Map<string, { value: string; readAt: number }>();

/**
 * A secret of the stack.
 * @param arnVariable the environment variable with the secret's ARN
 * @throws when Secrets Manager does not answer and nothing is cached
 */
export async function readSecret(arnVariable: string, maxAgeMs = CACHE_MS): Promise<string> {
  const SecretId = variable(arnVariable);
  const cached = cache.get(SecretId);
  if (cached && cached.readAt + maxAgeMs > Date.now()) return cached.value;
  try {
    const { SecretString = "" } = await secretsManager.send(new GetSecretValueCommand({ SecretId }));
    cache.set(SecretId, { value: SecretString, readAt: Date.now() });
    return SecretString;
  } catch (error) {
    // An old secret is nearly always the right one.
    if (cached) return cached.value;
    throw error;
  }
}
