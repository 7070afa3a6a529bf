/** One grant of an access control list. */
export interface Grant {
  /** The user's ID, or a group's URI. */
  readonly grantee: string;
  /** FULL_CONTROL, READ, WRITE, READ_ACP or WRITE_ACP. */
  readonly permission: string;
}

/**
 * Returns the text of all elements with a name. For S3's responses, whose attributes do not matter.
 */
export function textsOf(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<${name}>([^<]*)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, text = '']) => decoded(text));
}

/** Returns the grants of an AccessControlPolicy. */
export function readGrants(xml: string): readonly Grant[] {
  return [...xml.matchAll(/<Grant>.*?<\/Grant>/gs)].map(([grant]) => ({
    grantee: [...textsOf(grant, 'ID'), ...textsOf(grant, 'URI')].join(),
    permission: textsOf(grant, 'Permission').join(),
  }));
}

function decoded(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
