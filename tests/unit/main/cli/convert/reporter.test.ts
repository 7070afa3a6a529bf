import { describe, expect, it } from 'vitest';
import {
  FindingDeduplicator,
  type PdfResult,
  Reporter,
} from '../../../../../electron/main/cli/convert/reporter.js';
import { literal, message } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';

interface Reporting {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly isTTY?: boolean;
}

function reporting({ json = false, quiet = false, isTTY = true }: Reporting = {}) {
  const written = { stdout: '', stderr: '' };
  const stdout = { write: (text: string) => (written.stdout += text) };
  const stderr = { write: (text: string) => (written.stderr += text), isTTY, columns: 200 };
  return { written, reporter: new Reporter({ stdout, stderr }, { json, quiet }) };
}

const uploading = message('convert.uploading', { name: 'a.pdf' });
const pdf: PdfResult = {
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

it('prints the path and the URL of a PDF that is saved and uploaded', () => {
  const { reporter, written } = reporting();
  reporter.saved(pdf, '/out/a.pdf', true);
  reporter.uploaded(pdf, receipt);
  expect(written.stdout).toBe('/out/a.pdf\nhttps://papers.example.org/a.pdf\n');
});

it('prints both in one object with --json, and only the path if all uploads failed', () => {
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
  reporter.uploads(uploading);
  expect(written.stderr).toContain('1 of 3 · uploading a.pdf');
});

it('names the source of a failed delivery, not the field of its destination', () => {
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
  expect(JSON.parse(json.written.stdout)).toEqual({
    source: 'a.html',
    error: { code: 'delivery-refused', message, fields: [{ field: 'acl', message }] },
  });
});

it('reports only failures with --quiet', () => {
  const { reporter, written } = reporting({ quiet: true });
  const error = { code: 'delivery-interrupted', message: literal('It broke.') } as const;
  reporter.retrying('a.html', error, 5);
  reporter.uploads(uploading);
  expect(written.stderr).toBe('');
  reporter.webhookFailed('a.html', error);
  expect(written.stderr).toBe('a.html: It broke.\n');
});

const fontText = 'The font "verdana" is not installed.';
const font = { kind: 'fonts', message: literal(fontText) } as const;
const image = (name: string) =>
  ({ kind: 'resources', message: literal(`${name} did not load.`) }) as const;

describe('FindingDeduplicator', () => {
  it('shows a warning of the first source only, and counts the other sources', () => {
    const findings = new FindingDeduplicator();
    expect(findings.linesOf([font, image('a.png')])).toEqual([fontText, 'a.png did not load.']);
    expect(findings.linesOf([font, image('b.png')])).toEqual(['b.png did not load.']);
    expect(findings.linesOf([font])).toEqual([]);
    expect(findings.repeated).toEqual(message('convert.repeatedFindings', { count: 2 }));
  });

  it('counts nothing if all warnings were shown', () => {
    const findings = new FindingDeduplicator();
    findings.linesOf([font]);
    findings.linesOf([]);
    expect(findings.repeated).toBeNull();
  });

  it('shows five warnings of one source and the number of others', () => {
    const many = Array.from({ length: 8 }, (_, index) => image(`${index}.png`));
    expect(new FindingDeduplicator().linesOf(many)).toEqual([
      ...many.slice(0, 5).map((finding) => englishText(finding.message)),
      'and 3 more like these',
    ]);
  });
});

it.each([
  ['on a terminal', true, 'a.html: waiting for the page itself\n'],
  ['nowhere else', false, ''],
])('prints what a page waits for %s', (_, isTTY, expected) => {
  const { reporter, written } = reporting({ isTTY });
  reporter.waiting('1', 'a.html', literal('the page itself'));
  reporter.waiting('1', 'a.html', literal('the page itself'));
  expect(written.stderr).toBe(expected);
});
