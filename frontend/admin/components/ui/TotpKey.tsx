import { Stack } from "@mantine/core";
import { useMemo } from "react";
import { encode } from "uqr";
import classes from "./TotpKey.module.css";

/** The key an authenticator app needs: to be photographed, opened on the same phone, or typed. */
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

/** Modules of light around the code, without which cameras do not find it (ISO/IEC 18004). */
const quietZone = 4;

/** Drawn here, as the key is nobody else's to see. Dark on light in every colour scheme: cameras expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: "M", border: quietZone }), [text]);
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
