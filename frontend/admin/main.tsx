import "./components/ui/styles.ts";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { prefetchConfig } from "../auth.ts";
import { cssVariables, theme } from "./components/ui/theme.ts";
import { BackOffice } from "./routes.tsx";
import { prefetchPage } from "./screens.ts";
import { SessionProvider } from "./session/SessionProvider.tsx";

prefetchConfig();
prefetchPage(window.location.pathname);
const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <BrowserRouter>
        <SessionProvider>
          <BackOffice />
        </SessionProvider>
      </BrowserRouter>
    </MantineProvider>
  </StrictMode>,
);
