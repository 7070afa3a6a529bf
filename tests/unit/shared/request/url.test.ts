import { describe, expect, it, test } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import {
  optionIssues,
  parseConversionRequest,
} from '../../../../electron/shared/request/request.js';
import {
  encryptionIssues,
  isLoopbackHost,
  isUnencrypted,
  parseHttpUrl,
} from '../../../../electron/shared/request/url.js';
import { requestFromWire } from '../../../../electron/shared/request/wire.js';
import { issuesInEnglish } from '../../../support/error-message.js';
import { issueOf } from './support.js';

const message = (subject: string, url: string) =>
  `${subject} "${url}" is not encrypted, which the HIPAA option does not allow. Enter an https URL.`;

const [page, hook] = ['http://example.org/page', 'http://example.org/hook'];
const pageIssue = { field: 'source', message: message('Source', page) };
const hookIssue = { field: 'webhook', message: message('Webhook', hook) };

describe('accepts a public URL', () => {
  it.each([
    'http://example.org/',
    'HTTP://EXAMPLE.ORG',
    'ws://example.org',
    'http://127.example.org',
    'http://localhost.example.org',
    'http://10.0.0.1/',
    'http://[::2]/',
    'http://128.0.0.1/',
  ])('%s', (address) => expect(isUnencrypted(address)).toBe(true));
});

describe('rejects a URL that is not public', () => {
  it.each([
    'https://example.org/',
    'wss://example.org',
    'http://localhost:8080/',
    'http://LOCALHOST',
    'http://app.localhost/',
    'http://127.0.0.1/',
    'http://127.1.2.3/',
    'http://2130706433/',
    'http://[::1]:80/',
    'data:text/html,x',
    'no address',
  ])('%s', (address) => expect(isUnencrypted(address)).toBe(false));
});

test('detects this machine in every spelling of a URL', () => {
  expect(['localhost', 'a.localhost', '127.0.0.1', '[::1]', '::1'].every(isLoopbackHost)).toBe(
    true,
  );
  expect(['localhost.', 'xlocalhost', '1127.0.0.1', '::2', ''].some(isLoopbackHost)).toBe(false);
});

test('reports nothing without the flag, or for text that is not a URL', () => {
  const source = { kind: 'url', url: page };
  expect(encryptionIssues({ source, webhook: hook })).toEqual([]);
  expect(encryptionIssues({ source, webhook: hook, compliance: { gdpr: true } })).toEqual([]);
  expect(encryptionIssues({ source: 5, webhook: null, compliance: { hipaa: true } })).toEqual([]);
});

describe('with the flag', () => {
  const compliance = { hipaa: true };

  it('all issues are reported together', () => {
    expect(
      issuesOf(() =>
        parseConversionRequest({
          source: { kind: 'html', html: '<p>', base: page },
          webhook: hook,
          zoom: -1,
          compliance,
        }),
      ),
    ).toEqual([
      { field: 'zoom', message: expect.any(String) as string },
      { field: 'source.base', message: message('Base URL', page) },
      hookIssue,
    ]);
  });

  it('options without a source are checked too', () => {
    expect(issuesInEnglish(optionIssues({ webhook: hook, compliance }))).toEqual([hookIssue]);
    expect(optionIssues({ webhook: 'https://example.org/hook', compliance })).toEqual([]);
  });

  it('a request to the API gets the same messages', () => {
    const body = { source: page, webhook: hook, compliance };
    expect(issuesOf(() => requestFromWire(body))).toEqual([pageIssue, hookIssue]);
  });
});

function issuesOf(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof AppError) return issuesInEnglish(thrown.fields);
    throw thrown;
  }
  throw new Error('There was no issue.');
}

test('a line break in a URL is not called a space', () => {
  expect(issueOf(parseHttpUrl('https://a.example/\nb', 'Webhook'))).toBe(
    'Webhook "https://a.example/ b" contains a line break. Remove it.',
  );
});
