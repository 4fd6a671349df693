import type { accountPageRoutes } from "../../account-page/routes.ts";
import type { Operations } from "./operation.ts";

export const accountOperations: Operations<typeof accountPageRoutes> = {
  "GET /account/{secret}": {
    summary: "Show a client's own account",
    description:
      "A page for the client, who has no sign-in: the secret address gives access. With `view=statement`, the statement of the last 12 months. Any wrong address returns 404. Errors are pages too.",
    response: "<!doctype html>",
  },
};
