import { Stack } from "@mantine/core";
import { useMemo } from "react";
import { encode } from "uqr";
import classes from "./TotpKey.module.css";

/** The key for an authenticator app: as a QR code, a link and text. */
export function TotpKey({ secret, link }: { secret: string; link: string }) {
  return (
    <Stack gap={12}>
      <QrCode text={link} />
      <p>
        Scan the code with an authenticator app. On this device, <a href={link}>open it in the app</a>, or
        type the key:
      </p>
      <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
    </Stack>
  );
}

/** The empty border, in modules, that cameras need to find the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Drawn in the browser, so that the key stays here. Dark on light in every colour scheme, as cameras expect. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: "M", border: QUIET_ZONE }), [text]);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the key for the authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
