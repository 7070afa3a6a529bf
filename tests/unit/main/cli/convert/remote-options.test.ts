import { describe, expect, it } from 'vitest';
import { parseConvertArguments } from '../../../../../electron/main/cli/convert/arguments.js';
import { findRemote } from '../../../../../electron/main/cli/convert/find-remote.js';
import { taskIn } from '../support/parse-arguments.js';

const task = (...argv: string[]) => taskIn('/anywhere', argv);

function issues(...argv: string[]): readonly (readonly [string, string])[] {
  try {
    parseConvertArguments(['a.html', ...argv], '/anywhere');
  } catch (error) {
    const { fields } = error as { fields: readonly { field: string; message: string }[] };
    return fields.map(({ field, message }) => [field, message]);
  }
  return [];
}

describe('--remote', () => {
  it('names a service, and its test mode', () => {
    expect(task('a.html').remote).toBeUndefined();
    expect(task('a.html', '--remote', 'Office').remote).toEqual({
      name: 'Office',
      testMode: false,
    });
    expect(task('a.html', '--remote=Office', '--test-mode').remote?.testMode).toBe(true);
  });

  it('leaves storage, webhook and placeholders to be asked of the service', () => {
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

  it('tells all that the interface does not know, together', () => {
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
      '--test-mode is for a service; name one with --remote, or leave it out.',
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
    [['--remote', ' '], 'remote', '--remote is empty; write the name of a service.'],
    [
      ['--remote', 'x', '--to', 's3://papers/a.pdf', '--to', 's3://papers/b.pdf'],
      'to',
      '--to is given 2 times, but a service puts a PDF into one place; keep one of them.',
    ],
    [
      ['--remote', 'x', '--to', 's3://papers/{title}.pdf'],
      'to',
      "--to has the page's title in it, which is not known before a service makes the PDF; use {name} or {n} in its place.",
    ],
    [
      ['--remote', 'x', '--to', 's3://papers/a.pdf', '--existing', 'skip'],
      'existing',
      'The interface cannot say what happens to an object that is there; leave out --existing.',
    ],
    [
      ['--remote', 'x', '--allow-private-webhook'],
      'allow-private-webhook',
      '--allow-private-webhook is about webhooks that this computer sends; with --remote the service does.',
    ],
  ])('%j is a mistake', (argv, field, message) => {
    expect(issues(...argv)).toEqual([[field, message]]);
  });
});

describe('a service that is not there', () => {
  it.each([
    [[], 'There is no service "x" in the settings, which have none; add it in the window first.'],
    [['Office'], 'There is no service "x" in the settings; the only one is "Office".'],
    [['A', 'B'], 'There is no service "x" in the settings; there are "A" and "B".'],
  ])('among %j', async (names, message) => {
    const services = {
      endpoints: { get: () => undefined, secretOf: async () => Promise.reject(new Error()) },
      bucketAccess: async () => Promise.resolve(null),
      named: () => undefined,
      issueOf: () => undefined,
      names: () => names,
    };
    const inline = async () => Promise.reject(new Error('Nothing is to be packed.'));
    const parts = { engine: { inline }, version: '1', reporter: { note: () => undefined } };
    const found = findRemote(
      { name: 'x', testMode: false },
      { ...parts, services: async () => Promise.resolve(services) },
    );
    await expect(found).rejects.toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'remote', message }],
    });
  });
});
