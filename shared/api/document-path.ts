/** The address of the API's description. */
export const OPENAPI_PATH = "/api/openapi.json";
