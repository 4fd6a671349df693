/**
 * Replaces the SDK's endpoint cache in bundles (see bundle.ts). DynamoDB's client creates one, but never uses it,
 * because endpoint discovery is off by default.
 */
export class EndpointCache {}
