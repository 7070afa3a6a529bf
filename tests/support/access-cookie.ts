import type { AccessCookie } from '../../electron/main/network/page-access.js';

/** Returns a session cookie of 127.0.0.1. @param more what differs */
export function cookie(
  name: string,
  value: string,
  more: Partial<AccessCookie> = {},
): AccessCookie {
  return {
    name,
    value,
    domain: '127.0.0.1',
    hostOnly: true,
    path: '/',
    secure: false,
    httpOnly: true,
    sameSite: 'lax',
    ...more,
  };
}
