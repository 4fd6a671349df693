/** Replaces the SDK's credential providers in bundles (see bundle.ts): Lambda passes credentials in its environment. */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
