/** What is read of a message in MIME: its own headers, decoded, and the first text of each kind. */
export interface MimeMessage {
  headers: MimeHeader[];
  text: string | null;
  html: string | null;
}

export interface MimeHeader {
  name: string;
  value: string;
}

/** Reads a message as SendRawEmail takes it; attachments are passed over. */
export function parseMime(raw: Buffer): MimeMessage {
  const { headers, body } = split(raw);
  const message: MimeMessage = {
    headers: headers.map(({ name, value }) => ({ name, value: decodeWords(value) })),
    text: null,
    html: null,
  };
  collect(headers, body, message);
  return message;
}

/** The first value of a header, by its name in any case. */
export function header(headers: MimeHeader[], name: string): string | undefined {
  return headers.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;
}

/** Decodes RFC 2047 encoded words, such as `=?UTF-8?Q?Wanjik=C5=A9?=`. */
export function decodeWords(value: string): string {
  return value
    .replace(/(=\?[^?\s]+\?[bq]\?[^?\s]*\?=)\s+(?==\?[^?\s]+\?[bq]\?)/gi, "$1")
    .replace(/(?:=\?[^?\s]+\?[bq]\?[^?\s]*\?=)+/gi, decodeRun);
}

/** Words that follow one another are joined as bytes, because some senders break one character over two. */
function decodeRun(run: string): string {
  let decoded = "";
  let pending: { charset: string; bytes: Buffer[] } | undefined;
  const flush = () => {
    if (pending) decoded += decodeText(Buffer.concat(pending.bytes), pending.charset);
  };
  for (const [, charset = "", encoding = "", text = ""] of run.matchAll(
    /=\?([^?*]+)[^?]*\?([bq])\?([^?]*)\?=/gi,
  )) {
    const quoted = encoding.toLowerCase() === "q";
    const bytes = quoted ? quotedPrintable(text.replaceAll("_", " ")) : Buffer.from(text, "base64");
    if (pending?.charset !== charset) {
      flush();
      pending = { charset, bytes: [] };
    }
    pending.bytes.push(bytes);
  }
  flush();
  return decoded;
}

function split(raw: Buffer): { headers: MimeHeader[]; body: Buffer } {
  // latin1 keeps every byte as one character, so that positions in the text are positions in the buffer.
  const text = raw.toString("latin1");
  const blank = /^\r?\n|\r?\n\r?\n/.exec(text);
  const end = blank ? blank.index : text.length;
  const head = raw.subarray(0, end).toString("utf8");
  const headers: MimeHeader[] = [];
  for (const line of head.replace(/\r?\n(?=[ \t])/g, "").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() });
  }
  return { headers, body: blank ? raw.subarray(end + blank[0].length) : Buffer.alloc(0) };
}

function collect(headers: MimeHeader[], body: Buffer, message: MimeMessage): void {
  const contentType = header(headers, "Content-Type") ?? "text/plain";
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type.startsWith("multipart/")) {
    for (const part of multipart(body, parameter(contentType, "boundary") ?? "")) {
      const inner = split(part);
      collect(inner.headers, inner.body, message);
    }
    return;
  }
  if (/^\s*attachment/i.test(header(headers, "Content-Disposition") ?? "")) return;
  const kind = type === "text/html" ? "html" : type === "text/plain" ? "text" : undefined;
  if (!kind || message[kind] !== null) return;
  const encoding = header(headers, "Content-Transfer-Encoding")?.toLowerCase();
  const bytes =
    encoding === "base64"
      ? Buffer.from(body.toString("latin1"), "base64")
      : encoding === "quoted-printable"
        ? quotedPrintable(body.toString("latin1"))
        : body;
  message[kind] = decodeText(bytes, parameter(contentType, "charset") ?? "utf-8");
}

function multipart(body: Buffer, boundary: string): Buffer[] {
  if (boundary === "") return [];
  const text = body.toString("latin1");
  const escaped = boundary.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const marks = [...text.matchAll(new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?:\\r?\\n|$)`, "g"))];
  const found: Buffer[] = [];
  marks.forEach((mark, i) => {
    if (mark[1]) return;
    found.push(body.subarray(mark.index + mark[0].length, marks[i + 1]?.index ?? body.length));
  });
  return found;
}

function parameter(value: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, "i").exec(value);
  return found?.[1]?.replace(/\\(.)/g, "$1") ?? found?.[2];
}

function quotedPrintable(text: string): Buffer {
  const unfolded = text.replace(/[ \t]+(?=\r?\n|$)/g, "").replace(/=\r?\n/g, "");
  return Buffer.from(
    unfolded.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

function decodeText(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("latin1"); // a charset nobody knows
  }
}
