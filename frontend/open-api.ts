import type { Plugin } from "vite";
import { openApi } from "../shared/openapi/document.ts";
import { openApiPath } from "../shared/openapi/path.ts";

/** Lays the API's description beside the pages. */
export const openApiFile = (): Plugin => ({
  name: "open-api",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: openApiPath.slice(1), source: JSON.stringify(openApi()) });
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.url !== openApiPath) return next();
      response.setHeader("content-type", "application/json").end(JSON.stringify(openApi()));
    });
  },
});
