import { Link } from "react-router";
import classes from "./Lines.module.css";

/** A client's name, leading to their page; no more than the name where it is not known whose it is. */
export const ClientLink = ({ id, name }: { id: string | undefined; name: string }) =>
  id === undefined ? (
    <span className="cut" title={name}>
      {name}
    </span>
  ) : (
    <Link className={`cut ${classes.link}`} to={`/admin/clients/${id}`} title={name}>
      {name}
    </Link>
  );
