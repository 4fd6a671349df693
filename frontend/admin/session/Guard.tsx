import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import type { Role } from "../../auth.ts";
import { admission } from "./admission.ts";
import { Loading, Unreachable } from "./FullScreen.tsx";
import { home, signInPath } from "./return-path.ts";
import { useSession } from "./SessionProvider.tsx";

type Props = {
  demanded?: Role;
  /** What stands there for whoever lacks a second factor that is demanded of everybody. */
  lacking?: ReactNode;
  children: ReactNode;
};

/** Lets through who is signed in and, where a role is demanded, has it. The sign-in page learns where they wanted to go. */
export function Guard({ demanded, lacking, children }: Props) {
  const { session } = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.name === "checking") return <Loading />;
  if (session.name === "unreachable") return <Unreachable retry={session.retry} />;
  switch (admission(session.name === "signed-in" ? session.person : undefined, demanded)) {
    case "in":
      return session.name === "signed-in" && session.lacking ? lacking : children;
    case "home":
      return <Navigate to={home} replace />;
    case "sign-in": {
      const ended = session.name === "signed-out" && session.ended;
      return <Navigate to={signInPath} state={{ from: pathname + search + hash, ended }} replace />;
    }
  }
}
