import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { Notice } from "./Notice.tsx";

type Props = { what?: string; children: ReactNode };
type State = { broken?: "missing" | "failed" };

/** What the browsers say of a part of the program that did not arrive. */
const missing = /dynamically imported module|module script|preload/i;

/** The page that was reloaded, if this one was: reloading it once more would bring nothing else. */
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const reloaded = navigation?.type === "reload" ? window.location.pathname : undefined;

/**
 * Stands in for a page, or a part of one, that failed to load (the connection broke, or a new version
 * was deployed meanwhile) or to draw itself. Forms keep drafts, so starting over loses nothing.
 */
export class BrokenPage extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { broken: missing.test(String(error)) ? "missing" : "failed" };
  }

  override render() {
    const { what = "page", children } = this.props;
    const { broken } = this.state;
    if (!broken) return children;
    const again = reloaded === window.location.pathname;
    const reload = <Button onClick={() => window.location.reload()}>Reload the page</Button>;
    return (
      <div style={{ maxWidth: 640, margin: "10vh auto", padding: 16 }}>
        <Notice tone="error" action={!again && reload}>
          <p>This {what} could not be loaded.</p>
          {again ? (
            <p>Reloading did not help. The other pages work as before; please come back in a few minutes.</p>
          ) : (
            <p>
              {broken === "missing"
                ? "There may be a new version of the back-office, or your connection broke. Reload to go on."
                : "Check your connection and reload."}{" "}
              What you typed and did not save is kept: it is there again when you open its form.
            </p>
          )}
        </Notice>
      </div>
    );
  }
}
