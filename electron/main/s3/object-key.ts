/**
 * The key is percent-encoded as in Amazon S3's signatures: all but letters, digits and `-._~`
 * (Amazon S3, "Create a signed AWS API request").
 * @param base URL of the bucket, or the public URL of the target
 */
export function objectAddress(base: string, key: string): string {
  return `${base.replace(/\/+$/, '')}/${key.split('/').map(percentEncoded).join('/')}`;
}

/** Percent-encodes a text for Amazon S3, which encodes more than `encodeURIComponent`. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
