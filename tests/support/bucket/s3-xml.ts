/** One grant of an access control list. */
export interface Grant {
  /** The user's id, or the address of a group. */
  readonly grantee: string;
  /** FULL_CONTROL, READ, WRITE, READ_ACP or WRITE_ACP. */
  readonly permission: string;
}

/**
 * The texts of all elements with a name, in their order. For the answers of S3, whose elements have
 * no attributes of interest.
 */
export function textsOf(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<${name}>([^<]*)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, text = '']) => decoded(text));
}

/** The grants of an AccessControlPolicy. */
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
