export interface Route {
  /** `GET /clients/{id}`, or `$default`. */
  key: string;
}

/**
 * Prefers full matches to greedy ones, fixed segments to variables, a method to ANY; `$default` is last.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function matchRoutes<R extends Route>(routes: R[]) {
  const patterns = routes.map(readRoute).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method: string, path: string): { route: R; pathParameters: Record<string, string> } | undefined => {
    for (const { route, method: routeMethod, expression } of patterns) {
      const match = routeMethod === "ANY" || routeMethod === method ? expression.exec(path) : null;
      if (!match) continue;
      const values = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decode(value)]);
      return { route, pathParameters: Object.fromEntries(values) };
    }
    return undefined;
  };
}

/** The rank has a letter per segment, so that sorting as text puts the most specific route first. */
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

/** Decodes percent-encoding; returns invalid text unchanged. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
