import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";
import {
  configure,
  currentPerson,
  onAccessEnd,
  onMfaRequired,
  onRenewal,
  onSessionEnd,
  type Person,
} from "../../auth.ts";
import { dropDraftsOfOthers } from "../components/form/draft.ts";

/** The key in the storage that all tabs share. */
const ACCESS_ENDED = "access-ended";

export type Ended = false | "over" | "disabled";

export type Session =
  | { name: "checking" }
  | { name: "unreachable"; retry: () => void }
  /** `ended`: why an earlier session ended, for the sign-in page. */
  | { name: "signed-out"; ended: Ended }
  /** `mfaRequired`: this person has to set up MFA first. */
  | { name: "signed-in"; person: Person; mfaRequired?: true };

type SessionActions = {
  session: Session;
  /** Reads the signed-in person; `forceRefresh` asks the user pool. */
  enter: (options?: { forceRefresh: boolean }) => Promise<Person | undefined>;
  leave: () => void;
};

const SessionContext = createContext<SessionActions | undefined>(undefined);

export function useSession(): SessionActions {
  const value = use(SessionContext);
  if (!value) throw new Error("useSession needs a SessionProvider above it.");
  return value;
}

/** The signed-in person, for components behind the guard. */
export function usePerson(): Person {
  const { session } = useSession();
  if (session.name !== "signed-in") throw new Error("Nobody is signed in.");
  return session.person;
}

/** Reads the session when the page loads, and follows changes from calls, other tabs and the sign-in service. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ name: "checking" });

  const enter = useCallback(async (options?: { forceRefresh: boolean }) => {
    const person = await currentPerson(options);
    if (person) dropDraftsOfOthers(person.id);
    setSession(person ? { name: "signed-in", person } : { name: "signed-out", ended: false });
    return person;
  }, []);

  const refreshPerson = useCallback(async () => {
    const person = await currentPerson();
    setSession((current) =>
      current.name === "signed-in" && current.person.id === person?.id ? { ...current, person } : current,
    );
  }, []);

  const end = useCallback((disabled: boolean) => {
    if (disabled) dropDraftsOfOthers(undefined);
    setSession((current) => {
      // Several calls may report the end, and not all of them know the reason.
      const update =
        current.name === "signed-in" || (disabled && current.name === "signed-out" && current.ended);
      return update ? { name: "signed-out", ended: disabled ? "disabled" : "over" } : current;
    });
  }, []);

  /** Other tabs of this browser learn the reason too: they only see that the tokens are gone. */
  const endHere = useCallback(
    (disabled: boolean) => {
      end(disabled);
      if (disabled) localStorage.setItem(ACCESS_ENDED, new Date().toISOString());
    },
    [end],
  );

  const start = useCallback(async () => {
    setSession({ name: "checking" });
    try {
      await configure();
      // The first call to our server finds out whether a stored token has been revoked.
      await enter();
    } catch {
      setSession({ name: "unreachable", retry: start });
    }
  }, [enter]);

  useEffect(() => void start(), [start]);
  useEffect(() => onSessionEnd(endHere), [endHere]);
  useEffect(() => onAccessEnd(() => endHere(true)), [endHere]);
  useEffect(() => onRenewal(() => void refreshPerson().catch(() => {})), [refreshPerson]);
  useEffect(
    () =>
      onMfaRequired(() =>
        setSession((current) => (current.name === "signed-in" ? { ...current, mfaRequired: true } : current)),
      ),
    [],
  );
  useEffect(() => watchOtherTabs(end, enter), [end, enter]);

  const leave = useCallback(() => setSession({ name: "signed-out", ended: false }), []);
  const value = useMemo(() => ({ session, enter, leave }), [session, enter, leave]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Signing out in one tab clears the storage that all tabs share. */
function watchOtherTabs(end: (disabled: boolean) => void, enter: () => Promise<unknown>): () => void {
  const check = ({ key, newValue }: StorageEvent) => {
    if (key === ACCESS_ENDED && newValue) return end(true);
    if (key !== null && !key.endsWith(".accessToken")) return;
    if (key === null || newValue === null) end(false);
    else void enter().catch(() => {});
  };
  window.addEventListener("storage", check);
  return () => window.removeEventListener("storage", check);
}
