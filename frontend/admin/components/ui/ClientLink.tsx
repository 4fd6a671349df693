import { Box } from "@mantine/core";
import { Link } from "react-router";
import classes from "./Lines.module.css";

/** A client's name as a link to their page; without an id, only the name. */
export const ClientLink = ({
  id,
  name,
  strong,
}: {
  id: string | undefined;
  name: string;
  strong?: boolean | undefined;
}) =>
  id === undefined ? (
    <Box component="span" className="cut" fw={strong ? 600 : undefined} title={name}>
      {name}
    </Box>
  ) : (
    <Link className={`cut ${classes.link}`} to={`/admin/clients/${id}`} title={name}>
      {name}
    </Link>
  );
