import { confirmSignIn, signIn, signOut } from "aws-amplify/auth";
import { type FormEvent, StrictMode, useCallback, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Client } from "../../shared/clients.ts";
import { request } from "../api.ts";
import { accessToken, configure } from "../auth.ts";

function Placeholder() {
  const [state, setState] = useState<"loading" | "sign-in" | "new-password" | "signed-in">("loading");
  const [clients, setClients] = useState<Client[]>();
  const [message, setMessage] = useState("");

  const load = useCallback(async () => {
    if (!(await accessToken())) return setState("sign-in");
    setState("signed-in");
    setClients((await request("GET /api/v1/clients", { query: {} })).clients);
  }, []);

  useEffect(() => {
    load().catch((error: Error) => setMessage(error.message));
  }, [load]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get("password"));
    setMessage("Signing in...");
    try {
      const { nextStep } =
        state === "new-password"
          ? await confirmSignIn({ challengeResponse: password })
          : await signIn({ username: String(form.get("email")), password });
      setMessage("");
      if (nextStep.signInStep === "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED") setState("new-password");
      else await load();
    } catch (error) {
      setMessage(error instanceof Error ? error.message : "An unexpected error occurred");
    }
  }

  if (state === "loading") return <p>Loading...</p>;
  if (state !== "signed-in") {
    return (
      <form onSubmit={submit}>
        <h1>{state === "new-password" ? "Choose your password" : "Sign in"}</h1>
        {state === "sign-in" && (
          <label>
            Email <input name="email" type="email" autoComplete="username" required />
          </label>
        )}
        <label>
          Password <input key={state} name="password" type="password" required />
        </label>
        <button type="submit">Sign in</button>
        <p role="status">{message}</p>
      </form>
    );
  }
  return (
    <main>
      <h1>Clients</h1>
      <button type="button" onClick={() => signOut().then(() => setState("sign-in"))}>
        Sign Out
      </button>
      <p role="status">{message}</p>
      <ul>
        {clients?.map((client) => (
          <li key={client.id}>{client.name}</li>
        ))}
      </ul>
    </main>
  );
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the back-office.");
await configure();
createRoot(root).render(
  <StrictMode>
    <Placeholder />
  </StrictMode>,
);
