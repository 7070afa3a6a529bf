import { expect, it } from 'vitest';
import { enteredSignIn } from '../../../../electron/main/settings/entered-sign-in.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';

type Entered = Parameters<typeof enteredSignIn>[0];

const secret = 'a-secret-value';
const line = (domain: string, expires = '0') =>
  [domain, 'FALSE', '/', 'FALSE', expires, 'sid', secret].join('\t');
const cookies = (text: string) =>
  ({ kind: 'cookies', hosts: 'a.org', text, file: 'c.txt' }) as const;
const password = { kind: 'password', hosts: 'a.org', user: 'ada', password: secret } as const;

it('binds what was entered to its hosts', () => {
  expect(enteredSignIn({ ...password, hosts: 'a.org, localhost:3000 https://a.org' })).toEqual({
    signIn: {
      id: 'https://a.org password',
      name: 'a.org',
      kind: 'password',
      origins: ['https://a.org', 'http://localhost:3000'],
    },
    secrets: { cookies: [], headers: [], storage: [], login: { user: 'ada', password: secret } },
  });
  const { secrets } = enteredSignIn(cookies(`# Netscape\n${line('a.org')}\n`));
  expect(secrets.cookies).toMatchObject([{ name: 'sid', value: secret, domain: 'a.org' }]);
  const headers = { kind: 'headers', hosts: 'a.org', text: `A: 1\r\n\nB: ${secret}` } as const;
  expect(enteredSignIn(headers).secrets.headers).toEqual([
    { name: 'A', value: '1' },
    { name: 'B', value: secret },
  ]);
});

const refused: readonly (readonly [Entered, readonly (readonly [string, RegExp])[]])[] = [
  [
    { ...password, hosts: ' ', user: 'a:b', password: '' },
    [
      ['hosts', /^No host/],
      ['user', /colon/],
      ['password', /^No password/],
    ],
  ],
  [{ ...password, hosts: 'a.org/path' }, [['hosts', /has a path/]]],
  [{ kind: 'headers', hosts: 'a.org', text: '\n' }, [['headers', /^No headers/]]],
  [{ kind: 'headers', hosts: 'a.org', text: `Cookie: ${secret}` }, [['headers', /cookies\.txt/]]],
  [cookies(''), [['cookies', /^c\.txt has no cookies/]]],
  [cookies(`${line('a.org')}\n${secret}`), [['cookies', /^Line 2 of c\.txt/]]],
  [cookies(line('b.org')), [['cookies', /no valid cookies for a\.org/]]],
  [cookies(line('a.org', '1000')), [['cookies', /no valid cookies for a\.org/]]],
];

it.each(refused)('refuses %j without quoting a secret', (entered, expected) => {
  try {
    enteredSignIn(entered);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const issues = (thrown.fields ?? []).map(({ field, message }) => [field, englishText(message)]);
    expect(issues).toEqual(
      expected.map(([field, text]) => [field, expect.stringMatching(text) as string]),
    );
    expect(JSON.stringify(issues)).not.toContain(secret);
    return;
  }
  expect.fail('It was accepted.');
});
