import { secondFactorLacking, shutOutSentence } from "../shared/admission.ts";
import type { AllRoutes } from "../shared/api.ts";
import type { AnswerOf, RequestOf } from "../shared/route.ts";
import { screenHeader, screenOf } from "../shared/screen.ts";
import { forgetAhead, takeAhead } from "./ahead.ts";
import { accessToken, endSession, tellLacking, tellRenewed } from "./auth.ts";

type Beside = { text?: string; requestId?: string | undefined };

/**
 * The server refused: `message` is its own sentence, `status` says in which way. `text` is what came instead of a
 * sentence where something before the server answered in plain text.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly text: string;
  /** What the server's log knows the request by, where it said so. */
  readonly requestId: string | undefined;
  constructor(status: number, message: string, { text = "", requestId }: Beside = {}) {
    super(message);
    this.status = status;
    this.text = text;
    this.requestId = requestId;
  }
}

type Parts = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown };

/** A little more than the 30 seconds after which API Gateway itself gives up. */
const patience = 35_000;

/**
 * Calls one route by its key: `request("PUT /api/v1/clients/{id}", { params: { id }, body })`.
 * @throws ApiError when the server refuses, SignedOutError when the session is over,
 * anything else when there was no answer.
 */
export async function request<K extends keyof AllRoutes & string>(
  key: K,
  input: RequestOf<AllRoutes[K]>,
  signal?: AbortSignal,
): Promise<AnswerOf<AllRoutes[K]>> {
  const send = (token: string) => {
    const [address, options] = requestOf(key, input as Parts, token, signal);
    if (options.method === "GET") return takeAhead(address, token, signal) ?? fetch(address, options);
    forgetAhead();
    return fetch(address, options);
  };
  let response = await send(await accessToken());
  let shutOut = false;
  // The token may have been ended before its time, or this machine's clock be wrong: a new one decides. Tokens tell their
  // time in whole seconds, so one of the very second that others were ended in counts as one of them.
  for (const pause of [0, 1_100]) {
    if (response.status !== 401) break;
    shutOut = (await refusalOf(response)).message === shutOutSentence;
    await new Promise((over) => setTimeout(over, pause));
    response = await send(await accessToken({ forceRefresh: true, shutOut }));
    if (response.status !== 401) tellRenewed();
  }
  if (response.status === 401) return endSession(shutOut);
  if (response.ok) return response.json();
  const refusal = await refusalOf(response);
  if (refusal.status === 403 && refusal.message === secondFactorLacking) tellLacking();
  throw refusal;
}

function requestOf(
  key: string,
  { params = {}, query = {}, body }: Parts,
  token: string,
  signal?: AbortSignal,
) {
  const [method, template] = key.split(" ") as [string, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
  const late = AbortSignal.timeout(patience);
  const options: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method !== "GET" && { [screenHeader]: screenOf(location.pathname) }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, late]) : late,
  };
  return [path + search, options] as const;
}

/** No more of a plain-text answer is shown. */
const longestText = 300;

const isText = (value: unknown): value is string => typeof value === "string";

/** Our functions answer `{error}`; what stands before them (API Gateway) answers `{message}`, or no JSON at all. */
async function refusalOf(response: Response): Promise<ApiError> {
  const body = await response.text().catch(() => "");
  try {
    const { error, message, requestId }: Record<string, unknown> = JSON.parse(body);
    const [sentence = "", id] = [[error, message], [requestId]].map((all) => all.find(isText));
    return new ApiError(response.status, sentence, { requestId: id });
  } catch {
    // A page is not for reading in an alert.
    const kind = response.headers.get("content-type") ?? "text/plain";
    const text = kind.startsWith("text/plain") ? body.trim().slice(0, longestText) : "";
    return new ApiError(response.status, "", { text });
  }
}

/**
 * What to say when something could not be saved or sent: the server's own sentence if it gave one, `refused` if it gave none,
 * `thrown` if there was no answer at all.
 */
export function failureText(error: unknown, refused: string, thrown: string): string {
  return error instanceof ApiError ? error.message || refused : thrown;
}
