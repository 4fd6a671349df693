import "./styles.ts";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { prefetchConfig } from "../auth.ts";
import { listenForFind } from "./features/keyboard/find-query.ts";
import { BackOffice } from "./routes.tsx";
import { prefetchPage } from "./screens.ts";
import { NoSiteData } from "./session/FullScreen.tsx";
import { SessionProvider } from "./session/SessionProvider.tsx";
import { cssVariables, theme } from "./theme.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");
listenForFind();
const hasStorage = canStore();
if (hasStorage) {
  prefetchConfig();
  prefetchPage(window.location.pathname);
}
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {hasStorage ? (
        <BrowserRouter>
          <SessionProvider>
            <BackOffice />
          </SessionProvider>
        </BrowserRouter>
      ) : (
        <NoSiteData />
      )}
    </MantineProvider>
  </StrictMode>,
);

/** Browsers that block site data throw when a page only asks for its storage; a full one throws when it is used. */
function canStore(): boolean {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem("probe", "1");
      storage.removeItem("probe");
    }
    return true;
  } catch {
    return false;
  }
}
