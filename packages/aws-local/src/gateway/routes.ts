/** Which route of an HTTP API answers a request. */

export interface Route {
  /** As in `requestContext.routeKey`: `GET /clients/{id}`, or `$default`. */
  key: string;
}

/**
 * Full matches come before greedy ones, fixed segments before variables, a method before ANY, `$default` last.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function matchRoutes<R extends Route>(routes: R[]) {
  const patterns = routes.map(readRoute).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method: string, path: string): { route: R; pathParameters: Record<string, string> } | undefined => {
    for (const { route, method: wanted, expression } of patterns) {
      const found = wanted === "ANY" || wanted === method ? expression.exec(path) : null;
      if (!found) continue;
      const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]);
      return { route, pathParameters: Object.fromEntries(values) };
    }
    return undefined;
  };
}

/** With a letter for each segment in its rank, so that comparing as text puts the most specific first. */
function readRoute<R extends Route>(route: R) {
  if (route.key === "$default") return { route, method: "ANY", expression: /^/, rank: "~" };
  const [method = "", path = ""] = route.key.split(" ");
  const expression = path
    .replace(/[.*?^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}+]+)(\+?)\}/g, (_, name, greedy) => (greedy ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`));
  const kinds = path.split("/").map((segment) => (segment.startsWith("{") ? "b" : "a"));
  const rank = `${path.endsWith("+}") ? "2" : "1"}${kinds.join("")}${method === "ANY" ? "y" : "x"}`;
  return { route, method, expression: new RegExp(`^${expression}$`), rank };
}

/** Percent-decoding that leaves alone what is not valid. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
