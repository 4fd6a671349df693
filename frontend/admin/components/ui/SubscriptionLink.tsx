import { Link } from "react-router";
import classes from "./Lines.module.css";

/** A client's name, leading to what they subscribed to. */
export const SubscriptionLink = ({ id, name }: { id: string; name: string }) => (
  <Link
    className={`cut ${classes.link}`}
    to={`/admin/subscriptions?edit=${id}`}
    title={`Open the subscription of ${name}`}
  >
    {name}
  </Link>
);
