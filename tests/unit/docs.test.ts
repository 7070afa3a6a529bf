import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const textOf = (page: string) => readFileSync(resolve(root, page), 'utf8');

type Check = (headers: Record<string, string>, body: string, secret: string) => boolean;

/** Returns the webhook verification function from docs/destinations.md. */
async function documentedCheck(): Promise<Check> {
  const code = /```js\n(.+?)```/s.exec(textOf('docs/destinations.md'))?.[1] ?? '';
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

it('documents a webhook verification that works', async () => {
  const check = await documentedCheck();
  const headers = signed(new Date());
  expect(check(headers, body, secret)).toBe(true);
  expect(check(headers, `${body} `, secret)).toBe(false);
  expect(check({ ...headers, 'webhook-id': 'two' }, body, secret)).toBe(false);
  expect(check(headers, body, `whsec_${Buffer.from('another').toString('base64')}`)).toBe(false);
  expect(check(signed(new Date(Date.now() - 3_600_000)), body, secret)).toBe(false);
  expect(check({}, body, secret)).toBe(false);
});

/** The folders that the paths in each section of docs/api.md are relative to. */
const sections = {
  'As a client': { Code: 'electron/main/remote', Tests: 'tests/integration/remote' },
  'As a service': { Code: 'electron/main/service', Tests: 'tests/integration/service' },
} as const;

const folders: Readonly<Record<string, string>> = {
  'electron/': '.',
  'tests/': '.',
  'unit/': 'tests',
  'cli/': 'tests/integration',
};

function resolvePath(name: string, base: string): string {
  const prefix = Object.keys(folders).find((each) => name.startsWith(each));
  return resolve(root, prefix === undefined ? base : (folders[prefix] ?? base), name);
}

const lists = {
  Code: /Code:\s+((?:`[^`]+`,?\s*)+)\./,
  Tests: /Tests:\s+((?:`[^`]+`,?\s*)+)\./,
} as const;

/** Returns the paths that a rule of docs/api.md lists, as in "Code: `a.ts`, `b.ts`." */
function pathsIn(rule: string, label: keyof typeof lists, base: string): readonly string[] {
  const list = lists[label].exec(rule)?.[1] ?? '';
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name = '']) => resolvePath(name, base));
}

it.each(Object.entries(sections))(
  'names existing code and tests for each rule of the API: %s',
  (title, { Code, Tests }) => {
    const section = textOf('docs/api.md').split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    const rules = section.split(/^(?=- |### )/m).filter((part) => part.startsWith('- '));
    expect(rules.length).toBeGreaterThan(20);
    for (const rule of rules) {
      const code = pathsIn(rule, 'Code', Code);
      const tests = pathsIn(rule, 'Tests', Tests);
      expect(code, rule).not.toEqual([]);
      expect(tests, rule).not.toEqual([]);
      expect([...code, ...tests].filter((path) => !existsSync(path))).toEqual([]);
    }
  },
);

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].concat(
  readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);

it.each(pages)('%s has no broken links', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, link = '']) => link);
  const missing = links.filter((link) => !existsSync(resolve(root, dirname(page), link)));
  expect(missing).toEqual([]);
});
