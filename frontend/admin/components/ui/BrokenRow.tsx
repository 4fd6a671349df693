import { Component, type ReactNode } from "react";

type Props = {
  /** What the row is of; once it is another, drawing it is tried again. */
  of: unknown;
  /** How many columns the table has; absent in a list. */
  columns?: number;
  /** The list's item is there already, around it. */
  inItem?: boolean;
  children: ReactNode;
};

/** As tall as the rows of a table around it. */
const cell = {
  height: "2.75rem",
  padding: "0 12px",
  borderBottom: "1px solid var(--line)",
  color: "var(--quiet)",
};

/** Stands in for one row of a list that failed to draw itself, so that the others stay. */
export class BrokenRow extends Component<Props, { broken: unknown }> {
  override state = { broken: undefined };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.broken && before.of !== this.props.of) this.setState({ broken: undefined });
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const text = "This row could not be shown.";
    if (this.props.inItem) return <p>{text}</p>;
    if (this.props.columns === undefined) return <li>{text}</li>;
    // A row that is laid out as a grid loses its own roles in some browsers.
    return (
      // biome-ignore lint/a11y/noRedundantRoles: as above
      <tr role="row">
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <td role="cell" colSpan={this.props.columns} style={cell}>
          {text}
        </td>
      </tr>
    );
  }
}
