import { Component, type ReactNode } from "react";

type Props = {
  /** The row's data; when it changes, the row renders again. */
  of: unknown;
  /** The number of columns of a table; undefined in a list. */
  columns?: number;
  /** The list item is rendered around it. */
  inItem?: boolean;
  children: ReactNode;
};

/** The same height as other rows. */
const cell = {
  height: "2.75rem",
  padding: "0 12px",
  borderBottom: "1px solid var(--line)",
  color: "var(--quiet)",
};

/** Replaces a row that failed to render, so that the others stay visible. */
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
    // In some browsers a row with a grid layout loses its native role.
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
