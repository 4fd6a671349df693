import { useMemo } from "react";
import { qrCode } from "./qr.ts";
import classes from "./TotpKey.module.css";

/** The key an authenticator app needs: to be photographed, opened on the same phone, or typed. */
export function TotpKey({ secret, link }: { secret: string; link: string }) {
  return (
    <div className={classes.key}>
      <QrCode text={link} />
      <p>
        Scan the code with an authenticator app. On this device, <a href={link}>open it in the app</a>, or
        type the key:
      </p>
      <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
    </div>
  );
}

/** Dark on light in every colour scheme: cameras expect it. */
function QrCode({ text }: { text: string }) {
  const modules = useMemo(() => {
    try {
      return qrCode(text);
    } catch {
      return undefined;
    }
  }, [text]);
  if (!modules) return null;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      className={classes.code}
      viewBox={`-4 -4 ${modules.length + 8} ${modules.length + 8}`}
      role="img"
      aria-label="QR code with the key for the authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
