import type { AllRoutes } from "../shared/api/api.ts";
import type { RequestOf, ResponseOf } from "../shared/route.ts";
import { SCREEN_HEADER, screenOf } from "../shared/screen.ts";
import { disabledText, mfaRequiredText } from "../shared/staff/access-texts.ts";
import { accessToken, endSession, notifyMfaRequired } from "./auth.ts";
import { clearPrefetched, takePrefetched } from "./prefetch.ts";

type Details = { text?: string; requestId?: string | undefined };

/**
 * The server refused the request. `message` is its own sentence. `text` is a plain-text body, from a gateway or proxy
 * in front of the server.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly text: string;
  /** The request's id in the server's log, if the response has one. */
  readonly requestId: string | undefined;
  constructor(status: number, message: string, { text = "", requestId }: Details = {}) {
    super(message);
    this.status = status;
    this.text = text;
    this.requestId = requestId;
  }
}

type Input = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown };

/** A little more than API Gateway's own timeout of 30 seconds. */
const TIMEOUT_MS = 35_000;

/** After a 401. Token times have whole seconds, so a token issued in the second of a revocation counts as revoked. */
const RETRY_DELAYS_MS = [0, 1_100];

/** The server's clock minus this browser's, which may be wrong; a little too small, as a response takes time. */
let clockOffsetMs: number | undefined;

/** The server's time at a time of this browser, if a response had it. */
export const serverTime = (at: number): string | undefined =>
  clockOffsetMs === undefined ? undefined : new Date(at + clockOffsetMs).toISOString();

/**
 * Calls one route by its key: `request("PUT /api/v1/clients/{id}", { params: { id }, body })`.
 * @throws ApiError when the server refuses, SignedOutError when the session has ended, another error when no response
 * arrived.
 */
export async function request<K extends keyof AllRoutes & string>(
  key: K,
  input: RequestOf<AllRoutes[K]>,
  signal?: AbortSignal,
): Promise<ResponseOf<AllRoutes[K]>> {
  const send = (token: string) => {
    const [url, options] = requestOf(key, input as Input, token, signal);
    if (options.method === "GET") return takePrefetched(url, token, signal) ?? fetch(url, options);
    clearPrefetched();
    return fetch(url, options);
  };
  let response = await send(await accessToken());
  const date = Date.parse(response.headers.get("date") ?? "");
  if (date) clockOffsetMs = date - Date.now();
  let disabled = false;
  // The token may be revoked, or this machine's clock wrong: try again with a new token.
  for (const delay of RETRY_DELAYS_MS) {
    if (response.status !== 401) break;
    disabled = (await errorOf(response)).message === disabledText;
    await new Promise((resolve) => setTimeout(resolve, delay));
    response = await send(await accessToken({ forceRefresh: true, disabled }));
  }
  if (response.status === 401) return endSession({ disabled });
  if (response.ok) return response.json();
  const error = await errorOf(response);
  if (error.status === 403 && error.message === mfaRequiredText) notifyMfaRequired();
  throw error;
}

function requestOf(
  key: string,
  { params = {}, query = {}, body }: Input,
  token: string,
  signal?: AbortSignal,
) {
  const [method, template] = key.split(" ") as [string, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const defined = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = defined.length > 0 ? `?${new URLSearchParams(defined)}` : "";
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const options: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method !== "GET" && { [SCREEN_HEADER]: screenOf(location.pathname) }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  return [path + search, options] as const;
}

const MAX_TEXT_LENGTH = 300;

const isText = (value: unknown): value is string => typeof value === "string";

/** Our functions respond with `{error}`; API Gateway responds with `{message}`, or without JSON. */
async function errorOf(response: Response): Promise<ApiError> {
  const body = await response.text().catch(() => "");
  try {
    const { error, message, requestId }: Record<string, unknown> = JSON.parse(body);
    const [sentence = "", id] = [[error, message], [requestId]].map((all) => all.find(isText));
    return new ApiError(response.status, sentence, { requestId: id });
  } catch {
    // An alert does not show HTML.
    const kind = response.headers.get("content-type") ?? "text/plain";
    const text = kind.startsWith("text/plain") ? body.trim().slice(0, MAX_TEXT_LENGTH) : "";
    return new ApiError(response.status, "", { text });
  }
}

/**
 * The text for a failed save or send: the server's sentence, else `refused`; `thrown` when no response arrived.
 */
export function failureText(error: unknown, refused: string, thrown: string): string {
  return error instanceof ApiError ? error.message || refused : thrown;
}
