import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const textOf = (page: string) => readFileSync(resolve(root, page), 'utf8');

type Check = (headers: Record<string, string>, body: string, secret: string) => boolean;

/** The function that docs/buckets.md gives to those who receive webhooks. */
async function documentedCheck(): Promise<Check> {
  const code = /```js\n(.+?)```/s.exec(textOf('docs/buckets.md'))?.[1] ?? '';
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return (module as { readonly isFromPlaten: Check }).isFromPlaten;
}

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const body = '{"type":"pdf.completed"}';

function signed(time: Date): Record<string, string> {
  return {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': `v1a,other ${new Webhook(secret).sign('one', time, body)}`,
  };
}

it('documents a check of webhooks that holds', async () => {
  const check = await documentedCheck();
  const headers = signed(new Date());
  expect(check(headers, body, secret)).toBe(true);
  expect(check(headers, `${body} `, secret)).toBe(false);
  expect(check({ ...headers, 'webhook-id': 'two' }, body, secret)).toBe(false);
  expect(check(headers, body, `whsec_${Buffer.from('another').toString('base64')}`)).toBe(false);
  expect(check(signed(new Date(Date.now() - 3_600_000)), body, secret)).toBe(false);
  expect(check({}, body, secret)).toBe(false);
});

/** What the first columns of docs/api.md are relative to, in each of its two tables. */
const bases = {
  'As a client': ['electron/main/remote', 'tests/integration/remote'],
  'As a service': ['electron/main/service', 'tests/integration/service'],
} as const;

const folders: Readonly<Record<string, string>> = {
  'electron/': '.',
  'tests/': '.',
  'unit/': 'tests',
  'cli/': 'tests/integration',
};

function placeOf(name: string, base: string): string {
  const [first = ''] = Object.keys(folders).filter((prefix) => name.startsWith(prefix));
  return resolve(root, folders[first] ?? base, name);
}

it.each(Object.entries(bases))(
  'names code and tests of the interface that are there: %s',
  (title, [code, tests]) => {
    const section = textOf('docs/api.md').split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    const rows = section.split('\n').filter((line) => /^\| (\d|beyond)/.test(line));
    const named = rows.flatMap((row) => {
      const [, , , where = '', test = ''] = row.split('|');
      const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return [
        ...names(where).map((name) => placeOf(name, code)),
        ...names(test).map((name) => placeOf(name, tests)),
      ];
    });
    expect(named.length).toBeGreaterThan(rows.length);
    expect(named.filter((place) => !existsSync(place))).toEqual([]);
  },
);

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].concat(
  readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);

it.each(pages)('%s links to what is there', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, link = '']) => link);
  const missing = links.filter((link) => !existsSync(resolve(root, dirname(page), link)));
  expect(missing).toEqual([]);
});
