import { describe, expect, it } from 'vitest';
import { message } from '../../../../../electron/shared/messages/message.js';
import { translatorOf } from '../../../../../electron/shared/messages/translations.js';
import {
  loadFailure,
  statusFailure,
} from '../../../../../electron/main/engine/page/page-messages.js';

/** As Electron's loadURL rejects. */
const electronError = (code: string) =>
  Object.assign(new Error(`${code} (-1) loading 'https://a.test/'`), { code, errno: -1 });

describe('loadFailure', () => {
  it.each([
    ['ERR_NAME_NOT_RESOLVED', 'the host name could not be resolved'],
    ['ERR_CONNECTION_REFUSED', 'the server refused the connection'],
    ['ERR_CERT_AUTHORITY_INVALID', 'not from a trusted authority'],
    ['ERR_CERT_DATE_INVALID', 'has expired'],
    ['ERR_CERT_COMMON_NAME_INVALID', 'is for another name'],
    ['ERR_SSL_CLIENT_AUTH_CERT_NEEDED', 'the server requires a client certificate'],
    ['ERR_BAD_SSL_CLIENT_AUTH_CERT', 'the server requires a client certificate'],
    ['ERR_TOO_MANY_REDIRECTS', 'it redirects endlessly'],
    ['ERR_SOMETHING_NEW', 'Chromium reports ERR_SOMETHING_NEW'],
  ])('explains %s', (code, text) => {
    const failure = loadFailure(electronError(code), 'https://a.test/');
    expect(failure.code).toBe('load-failed');
    expect(failure.message).toContain('https://a.test/ could not be loaded: ');
    expect(failure.message).toContain(text);
  });
});

it('prefers the reason of the access rules', () => {
  const reasonOf = (address: string, error: string) =>
    address === 'https://a.test/' && error === 'ERR_SOCKS_CONNECTION_FAILED'
      ? 'ERR_CONNECTION_REFUSED'
      : error;
  const failure = loadFailure(
    electronError('ERR_SOCKS_CONNECTION_FAILED'),
    'https://a.test/',
    reasonOf,
  );
  expect(failure.message).toContain('the server refused the connection');
});

describe('statusFailure', () => {
  it.each([0, 200, 204, 304, 399])('accepts %i', (status) => {
    expect(statusFailure(status, 'https://a.test/')).toBeNull();
  });

  it.each([
    [404, 'the server answered 404, there is no such page'],
    [418, 'the server answered 418, the request was refused'],
    [500, 'the server answered 500, the server failed'],
    [599, 'the server answered 599, the server failed'],
  ])('explains %i', (status, text) => {
    expect(statusFailure(status, 'https://a.test/')?.message).toBe(
      `https://a.test/ could not be loaded: ${text}.`,
    );
  });
});

it('names pasted HTML in the language of the window', async () => {
  const failure = loadFailure(electronError('ERR_FAILED'), message('page.html'));
  const german = await translatorOf('de');
  expect(german.text(failure.toData().message)).toContain('Das HTML konnte nicht geladen werden');
});
