/** The header in which CloudFront proves to the API, by a secret of the deployment, that it passes a request on. */
export const originHeader = "x-origin-secret";
