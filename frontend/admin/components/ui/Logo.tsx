/** The company's logo, also used as the tab's icon. */
export const Logo = ({ size = 26 }: { size?: number }) => (
  <img src="/icon.svg" alt="" width={size} height={size} style={{ flex: "none" }} />
);
