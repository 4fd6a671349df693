import { ActionIcon, Box, Button, Group, VisuallyHidden } from "@mantine/core";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import { backOfficeName } from "../../../../shared/company.ts";
import { Icon } from "./Icon.tsx";
import { usePhone } from "./use-narrow.ts";

type Props = {
  /** The link above the title. */
  back?: { to: string; text: string };
  title: string;
  /** A shorter title for the browser's tab. */
  name?: string;
  lead?: ReactNode;
  action?: ReactNode;
  /** Hides the line on phones, to show the content sooner. */
  brief?: boolean;
};

/**
 * The title of the place around the page, above links to its pages: the current link shows the page's own title. The page's
 * action stands beside the title.
 */
export const TitledPlace = createContext<{ title: string; actionPlace: HTMLElement | null } | undefined>(
  undefined,
);

/**
 * A page's title, a line about its purpose, and its main action. Sets the title of the browser's tab and focuses the
 * heading, so that screen readers announce the page.
 */
export function PageHead({ back, title, name = title, lead, action, brief }: Props) {
  const onPhone = usePhone();
  const place = useContext(TitledPlace);
  const placeTitle = place?.title;
  const small = brief && onPhone;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [name, placeTitle, backOfficeName].filter(Boolean).join(" · ");
    if (!document.querySelector("[aria-modal='true']")) heading.current?.focus({ preventScroll: true });
  }, [name, placeTitle]);
  if (place)
    return (
      <>
        <VisuallyHidden component="h2" ref={heading} tabIndex={-1}>
          {title}
        </VisuallyHidden>
        {lead && !small && (
          <Box className="quiet wrap" mb={16}>
            {lead}
          </Box>
        )}
        {action && place.actionPlace && createPortal(action, place.actionPlace)}
      </>
    );
  return (
    <>
      {back && (
        <Link to={back.to} className="small wrap" style={{ display: "block", marginBottom: 12 }}>
          {back.text}
        </Link>
      )}
      <Group
        component="header"
        justify="space-between"
        align={small ? "center" : "flex-start"}
        wrap={small ? "nowrap" : "wrap"}
        gap={16}
        mih={small ? 44 : undefined}
        mt={onPhone && !brief ? 8 : 0}
        mb={small ? 8 : 16}
      >
        <Box className="wrap" miw={0}>
          <Box component="h1" ref={heading} tabIndex={-1} fz={small ? "xl" : undefined}>
            {title}
          </Box>
          {lead && !small && (
            <Box className="quiet" mt={4}>
              {lead}
            </Box>
          )}
        </Box>
        {action}
      </Group>
    </>
  );
}

type AddProps = {
  children: string;
  /** Beside a page's title, where a phone has room for a plus. */
  inHead?: boolean;
  onClick: () => void;
};

export function AddButton({ children, inHead, onClick }: AddProps) {
  const onPhone = usePhone();
  const plus = <Icon name="plus" />;
  return inHead && onPhone ? (
    <ActionIcon size={44} radius={22} aria-label={children} onClick={onClick}>
      {plus}
    </ActionIcon>
  ) : (
    <Button leftSection={plus} onClick={onClick}>
      {children}
    </Button>
  );
}
