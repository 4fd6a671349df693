import classes from "./Warning.module.css";

/** Something to know before saving, which does not stand in its way. */
export const Warning = ({ children }: { children: string }) => (
  <p className={classes.warning} role="status">
    {children}
  </p>
);
