import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { newQueryClient } from "../../frontend/admin/query-client.ts";
import { SessionProvider, useSession } from "../../frontend/admin/session/SessionProvider.tsx";

// The surroundings of a component of the back-office in a DOM: a signed-in person, and a server that a test answers for.

vi.mock("aws-amplify/auth", () => ({
  fetchAuthSession: async () => ({
    tokens: {
      idToken: { payload: { sub: "person", email: "staff@office.example" } },
      accessToken: { payload: { "cognito:groups": ["staff"] }, toString: () => "token" },
    },
  }),
}));

type Call = { route: string; body: unknown };
export const calls: Call[] = [];
let answers: Record<string, unknown> = {};

/** The responses by route, for example `GET /api/v1/settings`; a function gets the body. Others are refused. */
export function answerWith(more: Record<string, unknown>): void {
  answers = { ...answers, ...more };
}

async function answer(input: unknown, options: { method?: string; body?: string } = {}): Promise<Response> {
  const { method = "GET", body } = options;
  const { pathname } = new URL(String(input), window.location.origin);
  const call = { route: `${method} ${pathname}`, body: body && JSON.parse(body) };
  calls.push(call);
  const found = answers[call.route];
  if (found === undefined) return Response.json({ error: "Nothing answers here." }, { status: 404 });
  const response = typeof found === "function" ? await found(call.body) : found;
  return response instanceof Response ? response : Response.json(response);
}

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  calls.length = 0;
  answers = { "GET /config.json": { region: "eu-west-1", userPoolId: "pool", userPoolClientId: "app" } };
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

/** The wrapper of `render` and `renderHook`. Shows its children to the signed-in person. */
export function backOffice() {
  const queries = newQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <SessionProvider>
            <SignedIn>{children}</SignedIn>
          </SessionProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  return { queries, wrapper };
}

const SignedIn = ({ children }: { children: ReactNode }) =>
  useSession().session.name === "signed-in" ? children : <p>Signed out</p>;

/** Waits until the page has this text, also across elements. */
export const shows = (text: string | RegExp) =>
  waitFor(() => expect(document.body.textContent).toMatch(text));
