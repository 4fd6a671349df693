import { Link } from "react-router";
import classes from "./Lines.module.css";

/** A client's name as a link to their page; without an id, only the name. */
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
