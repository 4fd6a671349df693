import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { newQueryClient } from "../../frontend/admin/query-client.ts";
import { SessionProvider, useSession } from "../../frontend/admin/session/SessionProvider.tsx";
import { unsavedSettings } from "../../shared/settings/settings.ts";
import type { Role } from "../../shared/staff/staff.ts";

// The surroundings of a component of the back-office in a DOM: a signed-in person, and a server that a test answers for.

/** The role of the signed-in person, in the storage because the mock outlives the file that it was made for. */
const ROLE = "role";

vi.mock("aws-amplify/auth", () => ({
  fetchAuthSession: async () => ({
    tokens: {
      idToken: { payload: { sub: "person", email: "staff@office.example" } },
      accessToken: { payload: { "cognito:groups": [localStorage.getItem(ROLE)] }, toString: () => "token" },
    },
  }),
}));

// The default, a second, is short on a busy machine: only what never comes reaches this.
configure({ asyncUtilTimeout: 30_000 });

type Call = { route: string; search: string; body: unknown };
export const calls: Call[] = [];
let answers: Record<string, unknown> = {};

/** The responses by route, for example `GET /api/v1/settings`; a function gets body and query. Others are refused. */
export function answerWith(more: Record<string, unknown>): void {
  answers = { ...answers, ...more };
}

async function answer(input: unknown, options: { method?: string; body?: string } = {}): Promise<Response> {
  const { method = "GET", body } = options;
  const { pathname, search } = new URL(String(input), window.location.origin);
  const call = { route: `${method} ${pathname}`, search, body: body && JSON.parse(body) };
  calls.push(call);
  const answer = answers[call.route];
  if (answer === undefined) return Response.json({ error: "Nothing answers here." }, { status: 404 });
  const response = typeof answer === "function" ? await answer(call.body, search) : answer;
  return response instanceof Response ? response : Response.json(response);
}

/** A response that refuses, and one that never arrives. */
export const refuse = (status: number, error: string) => () => Response.json({ error }, { status });
export const loseResponse = () => Promise.reject(new TypeError("Failed to fetch"));

/** The bodies sent to a route. */
export const sentTo = (wanted: string) =>
  calls.filter(({ route }) => route === wanted).map(({ body }) => body);

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  calls.length = 0;
  answers = {
    "GET /config.json": { region: "eu-west-1", userPoolId: "pool", userPoolClientId: "app" },
    "GET /api/v1/owed": { accounts: [], today: "" },
    "GET /api/v1/settings": { settings: unsavedSettings },
  };
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("ResizeObserver", NoResizeObserver);
  window.matchMedia = ((media: string) => ({
    matches: false,
    media,
    addEventListener() {},
    removeEventListener() {},
  })) as never;
  Element.prototype.scrollIntoView = () => {};
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/admin");
});
afterEach(cleanup);

/** The wrapper of `render` and `renderHook` around routes, for a person with this role. */
export function surroundings(as: Role = "staff") {
  localStorage.setItem(ROLE, as);
  const queries = newQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <SessionProvider>{children}</SessionProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  return { queries, wrapper };
}

/** The same, which shows its children only to the signed-in person. */
export function backOffice(as?: Role) {
  const { queries, wrapper: Surroundings } = surroundings(as);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Surroundings>
      <SignedIn>{children}</SignedIn>
    </Surroundings>
  );
  return { queries, wrapper };
}

const SignedIn = ({ children }: { children: ReactNode }) =>
  useSession().session.name === "signed-in" ? children : <p>Signed out</p>;

/** Waits until the page has this text, also across elements. */
export const shows = (text: string | RegExp) =>
  waitFor(() => expect(document.body.textContent).toMatch(text));

export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
export const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(field(label), { target: { value } });
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
