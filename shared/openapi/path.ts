/** Where the API's description stands, beside the API. */
export const openApiPath = "/api/openapi.json";
