/**
 * The address of an object: that of its bucket, or the target's public one, with the key behind it. The key is percent-encoded segment by segment, as it is
 * in what Amazon S3 signs: all but letters, digits and `-._~` (Amazon S3, "Create a signed AWS API request").
 * @param base address of the bucket, in whichever style it is spoken to, or the public address
 */
export function objectAddress(base: string, key: string): string {
  return `${base.replace(/\/+$/, '')}/${key.split('/').map(percentEncoded).join('/')}`;
}

/** A text percent-encoded as Amazon S3 signs it: more than `encodeURIComponent` encodes. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
