import { Button, Loader, Stack } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";

const centered = { justify: "center", align: "center", mih: "100dvh", p: 24, ta: "center" } as const;

const title = { fontSize: "var(--mantine-font-size-xl)", marginBottom: 8 };
const measure = { maxWidth: "34rem" };

export const Loading = () => (
  <Stack {...centered} role="status">
    <Loader aria-hidden="true" />
    <span>Loading...</span>
  </Stack>
);

/** Without storage nobody stays signed in. */
export const NoSiteData = () => (
  <Stack component="main" {...centered}>
    <div role="alert" style={measure}>
      <h1 style={title}>Your browser does not keep site data</h1>
      <p className="quiet">
        The back-office needs it to keep you signed in. Allow cookies and site data for this address in the
        settings of your browser, or leave its private mode. Then reload the page.
      </p>
    </div>
    <Button onClick={() => window.location.reload()}>Reload the page</Button>
  </Stack>
);

/** Tries again by itself when the browser is online again. */
export function Unreachable({ retry }: { retry: () => void }) {
  useWindowEvent("online", retry);
  return (
    <Stack component="main" {...centered}>
      <div role="alert" style={measure}>
        <h1 style={title}>We could not reach the back-office</h1>
        <p className="quiet">Your connection or our service may be down. Nothing you typed is lost.</p>
      </div>
      <Button onClick={retry}>Try again</Button>
    </Stack>
  );
}
