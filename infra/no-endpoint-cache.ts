/**
 * What stands in a bundle for the SDK's cache of endpoints that a service gave out (see bundle.ts). DynamoDB's client
 * makes one and leaves it empty, as discovering endpoints is off unless a function's environment asks for it.
 */
export class EndpointCache {}
