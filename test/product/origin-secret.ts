import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { OriginSecret } from "../../shared/origin.ts";
import type { Product } from "./product.ts";

/** Replaces the secret of CloudFront's header, as `npm run deploy -- --new-secret` does. */
export async function putOriginSecret(product: Product, value: OriginSecret): Promise<void> {
  const SecretId = product
    .granted()
    .flatMap(({ resources }) => resources)
    .find((resource) => resource.includes(":secret:SecretsOrigin"));
  const { region, awsEndpoint: endpoint, credentials } = product;
  const secrets = new SecretsManagerClient({ region, endpoint, credentials });
  await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(value) }));
}
