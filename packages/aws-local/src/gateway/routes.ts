/** Which route of an HTTP API answers a request. */

export interface Route {
  /** As in `requestContext.routeKey`: `GET /clients/{id}`, or `$default`. */
  key: string;
}

export interface Match<R extends Route> {
  route: R;
  pathParameters: Record<string, string>;
}

interface Pattern<R extends Route> {
  route: R;
  method: string;
  expression: RegExp;
  names: string[];
  /** One letter for each segment, so that comparing as text puts the most specific first. */
  rank: string;
}

/**
 * Full matches come before greedy ones, fixed segments before variables, a method before ANY, `$default` last.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function matchRoutes<R extends Route>(
  routes: R[],
): (method: string, path: string) => Match<R> | undefined {
  const patterns = routes.map(readRoute).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method, path) => {
    for (const { route, method: wanted, expression, names } of patterns) {
      if (wanted !== "ANY" && wanted !== method) continue;
      const found = expression.exec(path);
      if (!found) continue;
      const values = found.slice(1).map(decode);
      return { route, pathParameters: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])) };
    }
    return undefined;
  };
}

function readRoute<R extends Route>(route: R): Pattern<R> {
  if (route.key === "$default") return { route, method: "ANY", expression: /^/, names: [], rank: "~" };
  const [method = "", path = ""] = route.key.split(" ");
  const names: string[] = [];
  const segments = path.split("/").slice(1);
  const expressions = segments.map((segment) => {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) return segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(name);
    return greedy ? "(.+)" : "([^/]+)";
  });
  const greedy = path.endsWith("+}") ? "2" : "1";
  const kinds = segments.map((segment) => (segment.startsWith("{") ? "b" : "a")).join("");
  const rank = `${greedy}${kinds}${method === "ANY" ? "y" : "x"}`;
  return { route, method, expression: new RegExp(`^/${expressions.join("/")}$`), names, rank };
}

/** Percent-decoding that leaves alone what is not valid. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
