import { Button, Loader, Stack } from "@mantine/core";

const whole = { justify: "center", align: "center", mih: "100dvh", p: 24, ta: "center" } as const;

export const Loading = () => (
  <Stack {...whole} role="status">
    <Loader aria-hidden="true" />
    <span>Loading...</span>
  </Stack>
);

/** In place of a spinner that would turn for ever. */
export const Unreachable = ({ retry }: { retry: () => void }) => (
  <Stack component="main" {...whole}>
    <div role="alert">
      <h1 style={{ fontSize: "1.375rem", lineHeight: "inherit", marginBottom: 8 }}>
        The back-office could not be reached
      </h1>
      <p className="quiet">Your connection may be down, or our service. Nothing you had typed is lost.</p>
    </div>
    <Button onClick={retry}>Try again</Button>
  </Stack>
);
