/** What stands in a bundle for the SDK's search for credentials (see bundle.ts). */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
