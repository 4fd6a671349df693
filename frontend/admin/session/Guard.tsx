import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import type { Person, Role } from "../../auth.ts";
import { Loading, Unreachable } from "./FullScreen.tsx";
import { home, signInPath } from "./return-path.ts";
import { useSession } from "./SessionProvider.tsx";

type Props = {
  requiredRole?: Role;
  /** Shown instead of the page to people who have to set up MFA first. */
  mfaSetup?: ReactNode;
  children: ReactNode;
};

/** Shows a page to signed-in people with the required role. After sign-in, people return to the page they asked for. */
export function Guard({ requiredRole, mfaSetup, children }: Props) {
  const { session } = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.name === "checking") return <Loading />;
  if (session.name === "unreachable") return <Unreachable retry={session.retry} />;
  switch (pageAccess(session.name === "signed-in" ? session.person : undefined, requiredRole)) {
    case "allow":
      return session.name === "signed-in" && session.mfaRequired ? mfaSetup : children;
    case "home":
      return <Navigate to={home} replace />;
    case "sign-in": {
      const ended = session.name === "signed-out" && session.ended;
      return <Navigate to={signInPath} state={{ from: pathname + search + hash, ended }} replace />;
    }
  }
}

/** Whether to show a page, or redirect: to sign-in, or home when the role is missing. */
export function pageAccess(person: Person | undefined, requiredRole?: Role): "allow" | "sign-in" | "home" {
  if (!person) return "sign-in";
  return requiredRole === undefined || person.role === requiredRole ? "allow" : "home";
}
