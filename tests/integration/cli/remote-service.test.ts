import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { site } from '../engine/inlining/support/site.js';
import type { Run } from '../support/run-convert.js';
import { convertHere, serveHere } from '../support/run-here.js';
import { type RunningService, startServe } from '../support/run-serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
let service: RunningService;
let pages = '';

beforeAll(async () => {
  service = await startServe([], { configFolder: folder.with({}) });
  pages = folder.with({
    'p.html': '<link rel=stylesheet href=a.css><p>Page</p>',
    'a.css': 'p::after { content: " with style" }',
  });
  writeFileSync(join(pages, 'saved.mht'), site['saved.mht'] ?? '');
  const settings = join(folder.path, 'Platen');
  mkdirSync(settings);
  const endpoint = { id: 'e', name: 'Own', address: service.address, login: { kind: 'key' } };
  const content = JSON.stringify({ version: 1, endpoints: [endpoint] });
  writeFileSync(join(settings, 'endpoints.json'), content);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** Runs `convert` with the service of this test, whose base URL is http on 127.0.0.1. */
async function convert(args: readonly string[], key = service.key): Promise<Run> {
  const env = { PLATEN_REMOTE_KEY: key };
  return convertHere([...args, '--remote', 'own'], { cwd: pages, configFolder: folder.path, env });
}

const textIn = async (name: string) =>
  (await readPdf(readFileSync(join(pages, name)))).text.replace(/\s+/g, ' ').trim();

it(
  'Platen converts with another Platen: a page with its style, and an archive in windows-1252',
  { tags: ['core'] },
  async () => {
    const { status, lines } = await convert(['p.html', 'saved.mht', '--out', 'made/']);
    expect(status).toBe(0);
    // Each as soon as it is done.
    expect(lines.toSorted()).toEqual(
      ['p.pdf', 'saved.pdf'].map((name) => join(pages, 'made', name)),
    );
    expect(await textIn('made/p.pdf')).toBe('Page with style');
    expect(await textIn('made/saved.pdf')).toBe('“Stück”: “Äpfel” für 3 € “Füße” 5 €');
  },
);

it('--hipaa allows a request to this machine, and test mode marks the page', async () => {
  const args = ['p.html', '--hipaa', '--test-mode', '--json', '--out', 'flagged.pdf'];
  const { status, lines } = await convert(args);
  expect(status).toBe(0);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    remote: 'Own',
    testMode: true,
    compliance: { hipaa: true, gdpr: false },
  });
  expect(await textIn('flagged.pdf')).toBe('Page with style TEST');
});

it('a rejection by the service is reported with its message', async () => {
  const wrong = await convert(['p.html', '--out', 'none.pdf'], 'platen_run_wrong');
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toContain(
    'The API key is unknown or was revoked. The key is from the variable PLATEN_REMOTE_KEY, which overrides the settings: correct or unset it.',
  );
  const rejected = await convert(['http://10.0.0.1/', '--out', 'none.pdf']);
  expect(rejected.status).toBe(1);
  expect(rejected.stderr).toContain('leads to the private address');
});

it('a service without keys gets none once the settings say that it needs none', async () => {
  const open = await serveHere(['--no-auth'], folder.with({}));
  const settings = join(folder.path, 'Platen', 'endpoints.json');
  const written = readFileSync(settings, 'utf8');
  const endpoint = { id: 'o', name: 'Own', address: open.address, login: { kind: 'none' } };
  writeFileSync(settings, JSON.stringify({ version: 1, endpoints: [endpoint] }));
  const { status, stderr } = await convert(['p.html', '--out', 'open.pdf'], '');
  writeFileSync(settings, written);
  await open.stop();
  expect(status, stderr).toBe(0);
  expect(await textIn('open.pdf')).toBe('Page with style');
});
