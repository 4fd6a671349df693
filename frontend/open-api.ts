import type { Plugin } from "vite";
import { openApi } from "../shared/api/document.ts";
import { OPENAPI_PATH } from "../shared/api/document-path.ts";

/** Adds the API's description (OpenAPI) to the built files. */
export const openApiFile = (): Plugin => ({
  name: "open-api",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: OPENAPI_PATH.slice(1), source: JSON.stringify(openApi()) });
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.url !== OPENAPI_PATH) return next();
      response.setHeader("content-type", "application/json").end(JSON.stringify(openApi()));
    });
  },
});
