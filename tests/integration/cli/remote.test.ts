import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StrictService } from '../../support/services/strict-service.js';
import { type Run, runConvert } from '../support/run-convert.js';
import { convertHere } from '../support/run-here.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
let service: StrictService;
let page = '';

beforeAll(async () => {
  service = await StrictService.start('the-key:');
  page = folder.with({
    'p.html': '<link rel=stylesheet href=a.css><h1>Hi</h1>',
    'a.css': 'h1{color:red}',
  });
  const settings = join(folder.path, 'Platen');
  mkdirSync(settings);
  const endpoint = { id: 'e', name: 'Office', address: service.origin, login: { kind: 'key' } };
  const wrong = { ...endpoint, id: 'w', name: 'Print', address: `${service.origin}/v1/pdf` };
  const content = JSON.stringify({ version: 1, endpoints: [wrong, endpoint] });
  writeFileSync(join(settings, 'endpoints.json'), content);
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

async function convert(args: readonly string[], key = 'the-key', stop?: AbortSignal): Promise<Run> {
  const env = { PLATEN_REMOTE_KEY: key };
  const options = { cwd: page, configFolder: folder.path, env };
  if (stop) return runConvert(['p.html', ...args], { ...options, stop });
  return convertHere(['p.html', ...args], options);
}

it(
  'a service converts a file with everything that it loads, and the PDF is saved locally',
  { tags: ['core'] },
  async () => {
    const { status, lines } = await convert([
      '--remote',
      'office',
      '--test-mode',
      '--json',
      '--out',
      'r.pdf',
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      path: join(page, 'r.pdf'),
      testMode: true,
      remote: 'Office',
      pages: 3,
    });
    expect(readFileSync(join(page, 'r.pdf'))).toEqual(service.pdf);
    const css = Buffer.from('h1{color:red}').toString('base64');
    expect(service.lastBody).toEqual({
      source: `<link rel=stylesheet href="data:text/css;charset=utf-8;base64,${css}"><h1>Hi</h1>`,
    });
    expect(service.posts.at(-1)?.headers['svc-test-mode']).toBe('true');
    expect(service.issues).toEqual([]);
  },
);

it('--to is sent to the service, and its URL is the result', async () => {
  const { status, lines } = await convert([
    '--remote',
    'office',
    '--to',
    's3://papers/{name}-{n}.pdf',
  ]);
  expect({ status, lines }).toEqual({ status: 0, lines: [service.resultAddress] });
  expect(service.lastBody).toMatchObject({
    storage: { provider: 'object_store', bucket_destination: 's3://papers/p-1.pdf' },
  });
});

it(
  'nothing is sent without a key, to an unknown service, or with unsupported options',
  { tags: ['core'] },
  async () => {
    const sent = service.posts.length;
    const keyless = await convert(['--remote', 'office'], '');
    expect(keyless.status).toBe(1);
    expect(keyless.stderr).toContain(
      'The key of the service "Office" is missing. Enter it at the service in Settings. Or set the variable PLATEN_REMOTE_KEY, which is empty.',
    );
    const unknown = await convert(['--remote', 'nope']);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('The only service is "Office"');
    const unsupported = await convert(['--remote', 'office', '--landscape', '--timeout', '3']);
    expect(unsupported.status).toBe(2);
    expect(unsupported.stderr).toMatch(
      /--landscape: .*\n(.*\n)*--timeout: .*Remove --timeout, which is 3\./,
    );
    expect(service.posts.length).toBe(sent);
  },
);

it('an invalid service in the file is reported with its field, and others still work', async () => {
  const file = join(folder.path, 'Platen', 'endpoints.json');
  const before = readFileSync(file);
  const sentence = `The service "Print", entry 1 in ${file}, is ignored until it is corrected there. address: URL "${service.origin}/v1/pdf" ends in /v1/pdf, which Platen adds itself. Leave it out.`;
  const other = await convert(['--remote', 'office', '--out', 'other.pdf']);
  expect(other.status).toBe(0);
  expect(other.stderr).toContain(sentence);
  const wrong = await convert(['--remote', 'print', '--quiet']);
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain(sentence);
  expect(readFileSync(file)).toEqual(before);
});

it.each([
  [[], ' and may charge for it'],
  [['--test-mode'], ''],
])('a stopped run reports the request that the service has received, %j', async (more, charge) => {
  const before = service.answer;
  const stopping = new AbortController();
  service.answer = () => {
    stopping.abort();
    return { kind: 'later', polls: Number.POSITIVE_INFINITY, then: { kind: 'pdf' } };
  };
  const run = await convert(['--remote', 'office', ...more], undefined, stopping.signal);
  service.answer = before;
  expect(run.status).toBe(130);
  expect(run.stderr).toContain(
    `p.html: the request may have reached the service "Office", which then creates the PDF${charge}\nplaten: stopped by SIGINT; 0 of 1 converted\n`,
  );
});
