import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";
import { configure, currentPerson, onLacking, onRenewal, onSessionEnd, type Person } from "../../auth.ts";
import { dropDraftsOfOthers } from "../components/form/draft.ts";

export type Ended = false | "over" | "shut-out";

export type Session =
  | { name: "checking" }
  | { name: "unreachable"; retry: () => void }
  /** `ended` says that there was a session before, and why it is over, so that the sign-in page can explain itself. */
  | { name: "signed-out"; ended: Ended }
  /** `lacking` says that they have yet to set up the second factor that is demanded of everybody. */
  | { name: "signed-in"; person: Person; lacking?: true };

type Sessions = {
  session: Session;
  /** Reads who is signed in; with `forceRefresh` as the user pool has them now. */
  enter: (options?: { forceRefresh: boolean }) => Promise<Person | undefined>;
  leave: () => void;
};

const Context = createContext<Sessions | undefined>(undefined);

export function useSession(): Sessions {
  const sessions = use(Context);
  if (!sessions) throw new Error("There is no session provider above this component.");
  return sessions;
}

/** The one who is signed in; for what only shows behind the guard. */
export function usePerson(): Person {
  const { session } = useSession();
  if (session.name !== "signed-in") throw new Error("Nobody is signed in.");
  return session.person;
}

/** Finds out who is there when the page comes, and keeps watch over it: calls, other tabs, the sign-in service. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ name: "checking" });

  const enter = useCallback(async (options?: { forceRefresh: boolean }) => {
    const person = await currentPerson(options);
    if (person) dropDraftsOfOthers(person.id);
    setSession(person ? { name: "signed-in", person } : { name: "signed-out", ended: false });
    return person;
  }, []);

  const end = useCallback((shutOut: boolean) => {
    if (shutOut) dropDraftsOfOthers(undefined);
    setSession((now) => {
      // Of several calls that find it over, not each hears why.
      const here = now.name === "signed-in" || (shutOut && now.name === "signed-out" && now.ended);
      return here ? { name: "signed-out", ended: shutOut ? "shut-out" : "over" } : now;
    });
  }, []);

  const start = useCallback(async () => {
    setSession({ name: "checking" });
    try {
      await configure();
      // Whoever signs in now has a token as new as it can be; one that was found here may have been ended elsewhere.
      if (await enter()) void revoked().then((gone) => gone && end(false));
    } catch {
      setSession({ name: "unreachable", retry: start });
    }
  }, [enter, end]);

  useEffect(() => void start(), [start]);
  useEffect(() => onSessionEnd(end), [end]);
  useEffect(() => onRenewal(() => void enter().catch(() => {})), [enter]);
  useEffect(
    () => onLacking(() => setSession((now) => (now.name === "signed-in" ? { ...now, lacking: true } : now))),
    [],
  );
  useEffect(() => watchOtherTabs(end, enter), [end, enter]);

  const leave = useCallback(() => setSession({ name: "signed-out", ended: false }), []);
  const value = useMemo(() => ({ session, enter, leave }), [session, enter, leave]);
  return <Context value={value}>{children}</Context>;
}

/**
 * A stored token looks good until it runs out, also after its owner signed out everywhere.
 * Asking for a new one tells; being unable to ask tells nothing.
 */
const revoked = () =>
  currentPerson({ forceRefresh: true }).then(
    (person) => person === undefined,
    () => false,
  );

/** Signing out in one tab empties the storage that all of them share. */
function watchOtherTabs(end: (shutOut: boolean) => void, enter: () => Promise<unknown>): () => void {
  const check = ({ key, newValue }: StorageEvent) => {
    if (key !== null && !key.endsWith(".accessToken")) return;
    if (key === null || newValue === null) end(false);
    else void enter().catch(() => {});
  };
  window.addEventListener("storage", check);
  return () => window.removeEventListener("storage", check);
}
