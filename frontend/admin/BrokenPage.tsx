import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { Notice } from "./look/Notice.tsx";

/**
 * Stands in for a page that failed to load (the connection broke, or a new version was deployed
 * meanwhile) or to draw itself. Forms keep drafts, so starting over loses nothing.
 */
export class BrokenPage extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const reload = <Button onClick={() => window.location.reload()}>Reload the page</Button>;
    return (
      <div style={{ maxWidth: 640, margin: "10vh auto", padding: 16 }}>
        <Notice tone="error" action={reload}>
          <p>This page could not be loaded.</p>
          <p>Check your connection and reload. What you typed and did not save is kept.</p>
        </Notice>
      </div>
    );
  }
}
