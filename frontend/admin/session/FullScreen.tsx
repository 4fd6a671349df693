import { Button, Loader } from "@mantine/core";
import classes from "./FullScreen.module.css";

export const Loading = () => (
  <div className={classes.whole} role="status">
    <Loader aria-hidden="true" />
    <span>Loading...</span>
  </div>
);

/** In place of a spinner that would turn for ever. */
export const Unreachable = ({ retry }: { retry: () => void }) => (
  <main className={classes.whole}>
    <div role="alert">
      <h1>The back-office could not be reached</h1>
      <p>Your connection may be down, or our service. Nothing you had typed is lost.</p>
    </div>
    <Button onClick={retry}>Try again</Button>
  </main>
);
