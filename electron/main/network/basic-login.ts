/** The value of a header that signs in (RFC 7617). */
export function basicLogin(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** For the user in a URL; null if it has none. @throws URIError */
export function loginIn({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return basicLogin(decodeURIComponent(username), decodeURIComponent(password));
}
