/** The company's mark, which stands beside its name; the tab has the same. */
export const Logo = ({ size = 26 }: { size?: number }) => (
  <img src="/icon.svg" alt="" width={size} height={size} style={{ flex: "none" }} />
);
