import { Money } from "../ui/Money.tsx";

/** A warning that does not prevent saving. */
export const Warning = ({ children }: { children: string }) => (
  <p className="small" style={{ marginTop: -10, color: "var(--soon)" }} role="status">
    <Money>{children}</Money>
  </p>
);
