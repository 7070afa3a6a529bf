import { describe, expect, it } from 'vitest';
import { findRemote } from '../../../../../electron/main/cli/convert/remote.js';
import { errorData, publicError } from '../../../../../electron/shared/messages/errors.js';
import { issuesIn, taskIn } from '../support/parse-arguments.js';

const task = (...argv: string[]) => taskIn('/anywhere', argv);

const issues = (...argv: string[]) => issuesIn('/anywhere', ['a.html', ...argv]);

describe('--remote', () => {
  it('names a service and its test mode', () => {
    expect(task('a.html').remote).toBeUndefined();
    expect(task('a.html', '--remote', 'Office').remote).toEqual({
      name: 'Office',
      testMode: false,
    });
    expect(task('a.html', '--remote=Office', '--test-mode').remote?.testMode).toBe(true);
  });

  it('leaves storage, webhook and placeholders to the service', () => {
    const { request, destinations } = task(
      'a.html',
      '--remote',
      'x',
      '--to',
      's3://papers/{name}.pdf',
      '--filename',
      '{n}.pdf',
      '--webhook',
      'https://example.org',
    );
    expect(request).toMatchObject({
      storage: { provider: 'object_store', bucketDestination: 's3://papers/{name}.pdf' },
      filename: '{n}.pdf',
      webhook: 'https://example.org',
    });
    expect(destinations).toEqual(['s3://papers/{name}.pdf']);
  });

  it('reports everything that the API does not support together', () => {
    expect(
      issues(
        '--remote',
        'x',
        '--landscape',
        '--timeout',
        '5',
        '--fail-on',
        'fonts',
        '--pages',
        '1-3,5',
        '--zoom',
        'big',
      ).map(([field]) => field),
    ).toEqual(['zoom']);
    expect(
      issues(
        '--remote',
        'x',
        '--landscape',
        '--timeout',
        '5',
        '--fail-on',
        'fonts',
        '--pages',
        '1-3,5',
      ).map(([field]) => field),
    ).toEqual(['pages', 'landscape', 'timeout', 'fail-on']);
  });

  it.each([
    [
      ['--test-mode'],
      'test-mode',
      '--test-mode requires a service. Add --remote, or remove --test-mode.',
    ],
    [
      ['--remote', 'x', '--timeout', '3'],
      'timeout',
      'The API has no timeout. Remove --timeout, which is 3.',
    ],
    [
      ['--remote', 'x', '--fail-on', 'all'],
      'fail-on',
      'The API cannot fail on warnings. Remove --fail-on, which is all.',
    ],
    [['--remote', ' '], 'remote', '--remote is empty. Enter the name of a service.'],
    [
      ['--remote', 'x', '--to', 's3://papers/a.pdf', '--to', 's3://papers/b.pdf'],
      'to',
      '--to is set 2 times, but a service delivers a PDF to one destination. Keep one of them.',
    ],
    [
      ['--remote', 'x', '--to', 's3://papers/{title}.pdf'],
      'to',
      'Bucket destination "s3://papers/{title}.pdf" contains the page\'s title, which is not known before the service renders the page. Use {name} or {n} instead.',
    ],
    [
      ['--remote', 'x', '--to', 's3://papers/a.pdf', '--existing', 'skip'],
      'existing',
      'The API has no option for existing objects. Remove --existing.',
    ],
    [
      ['--remote', 'x', '--allow-private-webhook'],
      'allow-private-webhook',
      '--allow-private-webhook applies to webhooks that Platen sends, but with --remote the service sends them. Remove it.',
    ],
  ])('reports %j', (argv, field, message) => {
    expect(issues(...argv)).toEqual([[field, message]]);
  });
});

describe('an unknown service', () => {
  it.each([
    [[], 'There is no service "x" in the settings. Add it in the window first.'],
    [['Office'], 'There is no service "x" in the settings. The only service is "Office".'],
    [['A', 'B'], 'There is no service "x" in the settings. The services are "A" and "B".'],
  ])('among %j', async (names, message) => {
    const services = {
      endpoints: { get: () => undefined, secretOf: async () => Promise.reject(new Error()) },
      bucketAccess: async () => Promise.resolve(null),
      named: () => undefined,
      issueOf: () => undefined,
      names: () => names,
    };
    const inline = async () => Promise.reject(new Error('Nothing is inlined.'));
    const parts = { engine: { inline }, version: '1', log: () => undefined };
    const found = findRemote(
      { name: 'x', testMode: false },
      { ...parts, services: async () => Promise.resolve(services) },
    );
    const thrown: unknown = await found.catch((error: unknown) => error);
    expect(publicError(errorData(thrown))).toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'remote', message }],
    });
  });
});
