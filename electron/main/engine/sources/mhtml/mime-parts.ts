/** A leaf part of a MIME message: its header and its decoded body. */
export interface MimePart {
  /** Fields by their lower-case names. */
  readonly header: ReadonlyMap<string, string>;
  /** Media type in lower case; `text/plain` by default (RFC 2045, 5.2). */
  readonly type: string;
  /** The charset in the part's header. */
  readonly charset: string | undefined;
  readonly body: Buffer;
}

/** Maximum depth and number of parts, beyond those of any saved page. */
const limits = { depth: 8, parts: 50_000 };

/**
 * Returns the leaf parts of a MIME message (RFC 2045, 2046) in order; empty if none can be read.
 */
export function mimeParts(message: Buffer): readonly MimePart[] {
  const parts: MimePart[] = [];
  // One character per byte, so that offsets in the text are offsets in the message.
  collect(message.toString('latin1').trimStart(), 0, parts);
  return parts;
}

function collect(entity: string, depth: number, parts: MimePart[]): void {
  if (depth > limits.depth || parts.length >= limits.parts) return;
  // A part without a header starts with an empty line.
  const end = /^[ \t]*\r?\n|\r?\n[ \t]*\r?\n/.exec(entity);
  const header = headerFields(end ? entity.slice(0, end.index) : entity);
  const content = end ? entity.slice(end.index + end[0].length) : '';
  const contentType = header.get('content-type') ?? 'text/plain';
  const type = /^[^;\s]*/.exec(contentType)?.[0].toLowerCase() ?? '';
  const boundary = parameter(contentType, 'boundary');
  if (type.startsWith('multipart/') && boundary !== undefined) {
    for (const part of between(content, boundary)) collect(part, depth + 1, parts);
    return;
  }
  const body = decoded(content, header.get('content-transfer-encoding'));
  parts.push({ header, type, charset: parameter(contentType, 'charset'), body });
}

/** Lines that start with white space continue the line before (RFC 5322, 2.2.3). */
function headerFields(text: string): ReadonlyMap<string, string> {
  const lines = text.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) return [];
      return [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
    }),
  );
}

/** Returns a parameter of a field such as `multipart/related; boundary="x"`. */
function parameter(field: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(field);
  return found?.[1] ?? found?.[2];
}

/**
 * Returns the parts between a boundary's lines; text before the first and after the last is ignored
 * (RFC 2046, 5.1.1). A longer boundary with the same beginning is a different one.
 */
function between(content: string, boundary: string): readonly string[] {
  const parts: string[] = [];
  const mark = `\n--${boundary}`;
  const text = `\n${content}`;
  let start = -1;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    const end = text.indexOf('\n', at + 1);
    const rest = text.slice(at + mark.length, end === -1 ? undefined : end).trimEnd();
    if (rest !== '' && rest !== '--') continue;
    if (start !== -1) parts.push(text.slice(start, at).replace(/\r$/, ''));
    start = end === -1 ? text.length : end + 1;
    if (rest === '--') return parts;
  }
  // A truncated message still has its last part.
  if (start !== -1 && start < text.length) parts.push(text.slice(start));
  return parts;
}

function decoded(content: string, encoding = ''): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(content, 'base64');
    case 'quoted-printable':
      return Buffer.from(fromQuotedPrintable(content), 'latin1');
    default:
      return Buffer.from(content, 'latin1');
  }
}

/** RFC 2045, 6.7. Invalid sequences are kept. */
function fromQuotedPrintable(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
