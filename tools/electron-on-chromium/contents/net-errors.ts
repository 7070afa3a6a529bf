/**
 * Chromium's network errors by name (Chromium: net/base/net_error_list.h). DevTools reports only
 * names.
 */
const numbers: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_INVALID_ARGUMENT: -4,
  ERR_FILE_NOT_FOUND: -6,
  ERR_TIMED_OUT: -7,
  ERR_FILE_TOO_BIG: -8,
  ERR_UNEXPECTED: -9,
  ERR_ACCESS_DENIED: -10,
  ERR_INSUFFICIENT_RESOURCES: -12,
  ERR_OUT_OF_MEMORY: -13,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_NETWORK_CHANGED: -21,
  ERR_BLOCKED_BY_ADMINISTRATOR: -22,
  ERR_BLOCKED_BY_RESPONSE: -27,
  ERR_BLOCKED_BY_CSP: -30,
  ERR_CONNECTION_CLOSED: -100,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_CONNECTION_ABORTED: -103,
  ERR_CONNECTION_FAILED: -104,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_SSL_PROTOCOL_ERROR: -107,
  ERR_ADDRESS_INVALID: -108,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: -110,
  ERR_TUNNEL_CONNECTION_FAILED: -111,
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: -113,
  ERR_CONNECTION_TIMED_OUT: -118,
  ERR_SOCKS_CONNECTION_FAILED: -120,
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: -121,
  ERR_BAD_SSL_CLIENT_AUTH_CERT: -117,
  ERR_PROXY_CONNECTION_FAILED: -130,
  ERR_INVALID_AUTH_CREDENTIALS: -338,
  ERR_NAME_RESOLUTION_FAILED: -137,
  ERR_CERT_COMMON_NAME_INVALID: -200,
  ERR_CERT_DATE_INVALID: -201,
  ERR_CERT_AUTHORITY_INVALID: -202,
  ERR_CERT_CONTAINS_ERRORS: -203,
  ERR_CERT_REVOKED: -206,
  ERR_CERT_INVALID: -207,
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: -208,
  ERR_CERT_WEAK_KEY: -211,
  ERR_CERT_VALIDITY_TOO_LONG: -213,
  ERR_INVALID_URL: -300,
  ERR_DISALLOWED_URL_SCHEME: -301,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_TOO_MANY_REDIRECTS: -310,
  ERR_UNSAFE_REDIRECT: -311,
  ERR_UNSAFE_PORT: -312,
  ERR_INVALID_RESPONSE: -320,
  ERR_INVALID_CHUNKED_ENCODING: -321,
  ERR_EMPTY_RESPONSE: -324,
  ERR_RESPONSE_HEADERS_TOO_BIG: -325,
  ERR_CONTENT_DECODING_FAILED: -330,
  ERR_HTTP2_PROTOCOL_ERROR: -337,
  ERR_CONTENT_LENGTH_MISMATCH: -354,
  ERR_INCOMPLETE_CHUNKED_ENCODING: -355,
  ERR_QUIC_PROTOCOL_ERROR: -356,
  ERR_INVALID_HTTP_RESPONSE: -370,
  ERR_HTTP_RESPONSE_CODE_FAILURE: -379,
};

/** A network error in Electron's events and rejections. */
export interface NetError {
  /** Without Chromium's `net::`. */
  readonly description: string;
  readonly code: number;
}

/** @param text as DevTools writes it: `net::ERR_NAME_NOT_RESOLVED` */
export function netError(text: string): NetError {
  const description = text.replace(/^net::/, '');
  return { description, code: numbers[description] ?? -2 };
}

/** The error of `loadURL` (Electron: lib/browser/api/web-contents.ts). */
export function loadError({ description, code }: NetError, url: string): Error {
  const error = new Error(`${description} (${code}) loading '${url.slice(0, 2048)}'`);
  return Object.assign(error, { errno: code, code: description, url });
}

/** Electron's warning (shell/browser/api/electron_api_web_contents.cc, DidFinishNavigation). */
export function warnOfFailedLoad({ description }: NetError, url: string): void {
  if (description === 'ERR_ABORTED') return;
  process.emitWarning(`Failed to load URL: ${url} with error: ${description}`, 'electron');
}
