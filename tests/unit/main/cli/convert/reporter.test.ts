import { expect, it } from 'vitest';
import { createReporter } from '../../../../../electron/main/cli/convert/reporter.js';
import type { MadePdf } from '../../../../../electron/main/cli/convert/result-lines.js';
import { literal } from '../../../../../electron/shared/messages/message.js';

function reporting(options: { readonly json?: boolean; readonly quiet?: boolean } = {}) {
  const written = { stdout: '', stderr: '' };
  const stdout = { write: (text: string) => (written.stdout += text) };
  const stderr = { write: (text: string) => (written.stderr += text), isTTY: true, columns: 200 };
  const { json = false, quiet = false } = options;
  return { written, reporter: createReporter({ stdout, stderr }, { json, quiet }) };
}

const pdf: MadePdf = {
  label: 'a.html',
  path: '/out/a.pdf',
  facts: { pages: 2, size: 5, title: '', preflight: [] },
  compliance: { gdpr: true, hipaa: false },
};
const receipt = {
  url: 'https://papers.example.org/a.pdf',
  file: { name: 'a.pdf', size: 5 },
  compliance: { gdpr: true, hipaa: false },
  destination: 's3://papers/a.pdf',
  etag: '"1"',
  deliveredAt: 0,
};
const common = {
  source: 'a.html',
  path: '/out/a.pdf',
  file: { name: 'a.pdf', size: 5 },
  compliance: { gdpr: true, hipaa: false },
  pages: 2,
  preflight: [],
};

it('prints the path and the address of a PDF that is in both places', () => {
  const { reporter, written } = reporting();
  reporter.saved(pdf, '/out/a.pdf', true);
  reporter.uploaded(pdf, receipt);
  expect(written.stdout).toBe('/out/a.pdf\nhttps://papers.example.org/a.pdf\n');
});

it('tells both in one object with --json, and the path alone where nothing was uploaded', () => {
  const { reporter, written } = reporting({ json: true });
  reporter.saved(pdf, '/out/a.pdf', true);
  expect(written.stdout).toBe('');
  reporter.uploaded(pdf, receipt);
  expect(JSON.parse(written.stdout)).toEqual({
    ...common,
    url: receipt.url,
    destination: 's3://papers/a.pdf',
  });
  written.stdout = '';
  reporter.savedOnly(pdf, '/out/a.pdf');
  expect(JSON.parse(written.stdout)).toEqual(common);
});

it('shows conversions and uploads in one line', () => {
  const { reporter, written } = reporting();
  reporter.batch({ total: 3, ended: 1, failed: 0, secondsLeft: null });
  reporter.uploads('uploading a.pdf');
  expect(written.stderr).toContain('1 of 3 · uploading a.pdf');
});

it('names the source of a delivery that failed, not the field of its target', () => {
  const message = 's3://papers/a.pdf could not be written: the server takes no ACL.';
  const error = {
    code: 'delivery-refused',
    message: literal(message),
    fields: [{ field: 'acl', message: literal(message) }],
  } as const;
  const text = reporting();
  text.reporter.failed('a.html', error);
  expect(text.written.stderr).toBe(`a.html: ${message}\n`);
  const json = reporting({ json: true });
  json.reporter.failed('a.html', error);
  expect(JSON.parse(json.written.stderr)).toEqual({
    source: 'a.html',
    error: { code: 'delivery-refused', message, fields: [{ field: 'acl', message }] },
  });
});

it('tells failures when it is quiet, and nothing else', () => {
  const { reporter, written } = reporting({ quiet: true });
  const error = { code: 'delivery-interrupted', message: literal('It broke.') } as const;
  reporter.retrying('a.html', error, 5);
  reporter.uploads('uploading a.pdf');
  expect(written.stderr).toBe('');
  reporter.webhookFailed('a.html', error);
  expect(written.stderr).toBe('a.html: It broke.\n');
});
