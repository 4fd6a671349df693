import { Button } from "@mantine/core";
import { Component, Fragment, type ReactNode } from "react";
import { Notice } from "./Notice.tsx";

type Props = { what?: string; children: ReactNode };
type State = { broken?: "missing" | "failed"; renewed: number };

/** Browsers' error messages for code that did not load. */
const missing = /dynamically imported module|module script|preload/i;

/** Translations and extensions replace nodes of the page, which React then does not find. Forms keep drafts. */
const isForeign = (error: unknown): boolean =>
  error instanceof DOMException && ["NotFoundError", "HierarchyRequestError"].includes(error.name);
const MAX_RENEWALS = 20;

/** The path of a page that was just reloaded; reloading it again would not help. */
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const reloaded = navigation?.type === "reload" ? window.location.pathname : undefined;

/**
 * Replaces a page or a part of it that failed to load or to render. Code may be missing after a deployment or a lost
 * connection. Forms keep drafts, so a reload loses nothing.
 */
export class BrokenPage extends Component<Props, State> {
  override state: State = { renewed: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { broken: missing.test(String(error)) ? "missing" : "failed" };
  }

  /** Shows the page again, from the start. */
  override componentDidCatch(error: unknown): void {
    const { renewed } = this.state;
    if (!isForeign(error) || renewed >= MAX_RENEWALS) return;
    this.setState({ broken: undefined, renewed: renewed + 1 });
  }

  override render() {
    const { what = "page", children } = this.props;
    const { broken, renewed } = this.state;
    if (!broken) return <Fragment key={renewed}>{children}</Fragment>;
    const wasReloaded = reloaded === window.location.pathname;
    const reload = <Button onClick={() => window.location.reload()}>Reload the page</Button>;
    return (
      <div style={{ maxWidth: 640, margin: "10vh auto", padding: 16 }}>
        <Notice tone="error" action={!wasReloaded && reload}>
          <p>{`This ${what} could not be loaded.`}</p>
          {wasReloaded ? (
            <p>Reloading did not help. The other pages still work. Please try again in a few minutes.</p>
          ) : (
            <p>{`${
              broken === "missing"
                ? "There may be a new version of the back-office, or your connection failed. Reload to continue."
                : "Check your connection and reload."
            } What you typed and did not save is kept. Open the form again to see it.`}</p>
          )}
        </Notice>
      </div>
    );
  }
}
