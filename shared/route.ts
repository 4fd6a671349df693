import type * as z from "zod/mini";

/** Who may call: everybody, signed-in staff, or only members of the group `admin`. */
export type Access = "public" | "staff" | "admin";

export type Limit = { maxCalls: number; seconds: number };

export type Route = {
  /** Says in a few words what the operation does, for the description of the API. */
  summary: string;
  /** Anything else that a caller must know. */
  description?: string;
  /** Error statuses beyond those that every such call can have. */
  errors?: readonly number[];
  access: Access;
  /** Also open to staff who have not set up the required sign-in code yet. */
  allowsWithoutMfa?: true;
  /** Reads access rights from the table, never from the cache. */
  skipsAccessCache?: true;
  /** Callers share few addresses (a partner's servers, the phones of a network): the firewall does not limit them. */
  sharedAddresses?: true;
  /** The rate limit of each caller. A call is counted after its response; refused calls count too. */
  limit?: Limit;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** By default 64 KB. Lambda takes six megabytes, with every character escaped. */
  maxBodyBytes?: number;
  response: z.ZodMiniType;
  /** The status of success; the default is 200. */
  status?: 201;
  /** The content type of success if it is not JSON. */
  media?: "text/calendar" | "text/html";
  /** It can answer with a PDF in place of that. */
  pdf?: true;
};

export type PdfFile = { name: string; base64: string };

/** API Gateway's own name for a route: `"PUT /api/v1/clients/{id}"`. Clients' own pages are under `/account/`. */
export type RouteKey = `${"GET" | "POST" | "PUT" | "DELETE"} /${"api" | "account"}/${string}`;
export type Routes = Record<RouteKey, Route>;

type Part = "params" | "query" | "body";
type Side<S, D extends "in" | "out"> = S extends z.ZodMiniType
  ? D extends "in"
    ? z.input<S>
    : z.output<S>
  : never;
type Parts<R, D extends "in" | "out"> = { [P in Part & keyof R]: Side<R[P], D> };

/** A caller sends this. */
export type RequestOf<R> = Parts<R, "in">;
/** A handler receives this, after validation. */
export type InputOf<R> = Parts<R, "out">;
/** A handler returns this, and a caller receives it. */
export type ResponseOf<R> =
  | (R extends { response: infer S extends z.ZodMiniType } ? z.output<S> : never)
  | (R extends { pdf: true } ? PdfFile : never);

/** The body of every error: a sentence for people. `rest`: the part of a payment that nothing open can use. */
export type ErrorBody = { error: string; requestId?: string; rest?: number };
