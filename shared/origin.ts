/** The header with the deployment's secret that proves to the API that a request came through CloudFront. */
export const ORIGIN_HEADER = "x-origin-secret";
