/** Something to know before saving, which does not stand in its way. */
export const Warning = ({ children }: { children: string }) => (
  <p className="small" style={{ marginTop: -10, color: "var(--soon)" }} role="status">
    {children}
  </p>
);
