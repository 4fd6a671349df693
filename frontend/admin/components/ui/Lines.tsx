import { Box, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./Lines.module.css";
import { Money } from "./Money.tsx";

type Props = {
  children: string;
  /** Emphasises the first line. */
  strong?: boolean;
  badges?: ReactNode;
  /** The client's company, if it has another name. */
  company?: string | undefined;
  second?: string | undefined;
  /** A card has room for the second line. */
  secondOnCard?: boolean;
  /** The id of the client that the first line links to. */
  client?: string | undefined;
};

/**
 * A line and a smaller second line; both are truncated if there is no room. Badges take no room from the first line of a
 * table's cell: they stand before the second. On a card they stand beside the first, and so does the company.
 */
export const Lines = ({ children, strong, badges, company, second, secondOnCard = false, client }: Props) => {
  const below = company ? [company, second].filter(Boolean).join(" · ") : second;
  return (
    <div className={classes.lines}>
      <Group className={classes.first ?? ""} gap={8} wrap="nowrap">
        <Box className={classes.name ?? ""} miw={0}>
          <ClientLink id={client} name={children} strong={strong} />
        </Box>
        {company && <span className={`cut quiet smaller ${classes.company}`}>{company}</span>}
        {badges}
      </Group>
      {below !== undefined && (
        <Box className={`cut quiet smaller ${secondOnCard ? "" : classes.second}`} flex={1} miw={0}>
          <Money>{below}</Money>
        </Box>
      )}
    </div>
  );
};

type ClientLinkProps = {
  id: string | undefined;
  name: string;
  strong?: boolean | undefined;
  /** A long name takes several lines instead of being cut. */
  whole?: boolean;
};

/** A client's name as a link to their page; without an id, only the name. */
export const ClientLink = ({ id, name, strong, whole = false }: ClientLinkProps) =>
  id === undefined ? (
    <Box component="span" display="block" className="cut" fw={strong ? 600 : undefined} title={name}>
      {name}
    </Box>
  ) : (
    <Link className={`${whole ? "wrap" : "cut"} ${classes.link}`} to={`/admin/clients/${id}`}>
      {/* Here, because the title of a link is read after its name. */}
      <span title={name}>{name}</span>
    </Link>
  );
