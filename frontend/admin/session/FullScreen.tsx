import { Button, Loader, Stack } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";

const centered = { justify: "center", align: "center", mih: "100dvh", p: 24, ta: "center" } as const;

export const Loading = () => (
  <Stack {...centered} role="status">
    <Loader aria-hidden="true" />
    <span>Loading...</span>
  </Stack>
);

/** Tries again by itself when the browser is online again. */
export function Unreachable({ retry }: { retry: () => void }) {
  useWindowEvent("online", retry);
  return (
    <Stack component="main" {...centered}>
      <div role="alert">
        <h1 style={{ fontSize: "1.375rem", lineHeight: "inherit", marginBottom: 8 }}>
          We could not reach the back-office
        </h1>
        <p className="quiet">Your connection or our service may be down. Nothing you typed is lost.</p>
      </div>
      <Button onClick={retry}>Try again</Button>
    </Stack>
  );
}
