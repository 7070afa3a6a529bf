import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

let folder: TemporaryFolder;
let server: WebServer;

beforeAll(async () => {
  folder = temporaryFolder();
  server = await startWebServer({ '/page': page('<p>page') });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

describe('convert --gdpr and --hipaa', () => {
  it.each([
    [['--gdpr'], { gdpr: true, hipaa: false }],
    [['--hipaa'], { gdpr: false, hipaa: true }],
    [['--gdpr', '--hipaa'], { gdpr: true, hipaa: true }],
  ])('reports %j with the result', async (flags, compliance) => {
    const place = folder.with({ 'a.html': '<p>a' });
    const run = await convertHere(['a.html', '--json', '--quiet', ...flags], { cwd: place });
    expect(JSON.parse(run.stdout)).toMatchObject({ compliance });
  });

  it(
    '--hipaa rejects each source on an unencrypted connection, and creates nothing',
    { tags: ['core'] },
    async () => {
      const place = folder.with({ 'a.html': '<p>a' });
      const run = await convertHere(
        ['a.html', 'http://example.org/a', 'http://example.org/b', '--hipaa', '--quiet'],
        { cwd: place },
      );
      expect(run).toMatchObject({ status: 2, stdout: '' });
      expect(run.stderr).toBe(
        ['a', 'b']
          .map(
            (name) =>
              `source: Source "http://example.org/${name}" is not encrypted, which the HIPAA option does not allow. Enter an https URL.\n`,
          )
          .join(''),
      );
      expect(readdirSync(place)).toEqual(['a.html']);
    },
  );

  it('--hipaa rejects an unencrypted webhook', async () => {
    const run = await convertHere([
      'a.html',
      '--hipaa',
      '--quiet',
      '--webhook',
      'http://example.org/hook',
    ]);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('webhook: Webhook "http://example.org/hook" is not encrypted');
  });

  it('--hipaa accepts this machine as the source', async () => {
    const place = folder.with({});
    const run = await convertHere([`${server.origin}/page`, '--hipaa', '--quiet'], { cwd: place });
    expect(run).toMatchObject({ status: 0, lines: [join(place, 'page.pdf')] });
  });
});
