import type * as z from "zod/mini";

/** Who may call: anybody, whoever is signed in, or only members of the group `admin`. */
export type Access = "public" | "staff" | "admin";

/** So many calls within so many seconds. */
export type Limit = { most: number; seconds: number };

export type Route = {
  access: Access;
  /** Open also to whoever has yet to set up the second factor that is demanded of all. */
  unproven?: true;
  /** Nothing is believed from before about who may come in. */
  anew?: true;
  /** For everybody who calls, each by themselves; what is refused counts as well. */
  limit?: Limit;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  answer: z.ZodMiniType;
  /** The status of success; 200 unless said otherwise. */
  status?: 201;
  /** What a success comes as where it is text of its own and no JSON. */
  media?: "text/calendar";
};

/** API Gateway's own name for a route: `"PUT /api/v1/clients/{id}"`. */
export type RouteKey = `${"GET" | "POST" | "PUT" | "DELETE"} /api/${string}`;
export type Routes = Record<RouteKey, Route>;

type Part = "params" | "query" | "body";
type Side<S, D extends "in" | "out"> = S extends z.ZodMiniType
  ? D extends "in"
    ? z.input<S>
    : z.output<S>
  : never;
type Parts<R, D extends "in" | "out"> = { [P in Part & keyof R]: Side<R[P], D> };

/** What a caller sends. */
export type RequestOf<R> = Parts<R, "in">;
/** What a handler receives, after validation. */
export type InputOf<R> = Parts<R, "out">;
/** What a handler gives back, and a caller receives. */
export type AnswerOf<R> = R extends { answer: infer S extends z.ZodMiniType } ? z.output<S> : never;

/** Every failure, on every route: a sentence a person can read. */
export type ErrorBody = { error: string; requestId?: string };
