import { Box, Stack } from "@mantine/core";
import { useEffect, useState } from "react";

/** The key for an authenticator app: as a QR code, a link and text. */
export function TotpKey({ secret, link }: { secret: string; link: string }) {
  return (
    <Stack gap={12}>
      <QrCode text={link} />
      <p>
        Scan the code with an authenticator app. On this device, <a href={link}>open it in the app</a>, or
        type the key:
      </p>
      <Box
        component="code"
        className="wrap"
        px={12}
        py={10}
        bdrs="md"
        bg="var(--hover)"
        fz="text"
        lts="0.04em"
      >
        {secret.match(/.{1,4}/g)?.join(" ")}
      </Box>
    </Stack>
  );
}

/** The empty border, in modules, that cameras need to find the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Drawn in the browser, so that the key stays here. Dark on light in every colour scheme, as cameras expect. */
function QrCode({ text }: { text: string }) {
  const [{ path, size }, setCode] = useState({ path: "", size: 1 });
  useEffect(() => {
    void drawCode(text).then(setCode);
  }, [text]);
  return (
    <Box
      component="svg"
      className="boxed"
      w={220}
      maw="100%"
      bg="#fff"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the key for the authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </Box>
  );
}

/** Loads the library when somebody needs a code, so that sign-in does not wait for it. */
async function drawCode(text: string) {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { path, size };
}
