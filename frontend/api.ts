import type { AllRoutes } from "../shared/api.ts";
import type { AnswerOf, RequestOf } from "../shared/route.ts";
import { accessToken } from "./auth.ts";

/** The server refused: `message` is its own sentence, `status` says in which way. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Parts = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown };

/** Calls one route by its key: `request("PUT /api/v1/clients/{id}", { params: { id }, body })`. */
export async function request<K extends keyof AllRoutes & string>(
  key: K,
  input: RequestOf<AllRoutes[K]>,
): Promise<AnswerOf<AllRoutes[K]>> {
  const { params = {}, query = {}, body } = input as Parts;
  const [method, template] = key.split(" ") as [string, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
  const response = await fetch(path + search, {
    method,
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new ApiError(response.status, await sentenceOf(response));
  return response.json();
}

/** Our functions answer `{error}`; what stands before them (API Gateway) answers `{message}`, or no JSON at all. */
async function sentenceOf(response: Response): Promise<string> {
  const body: { error?: string; message?: string } = await response.json().catch(() => ({}));
  return body.error ?? body.message ?? "";
}
