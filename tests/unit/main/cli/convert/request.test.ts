import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { issuesIn, taskIn } from '../support/parse-arguments.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-arguments-'));

afterAll(() => rmSync(folder, { recursive: true }));

const task = (...argv: string[]) => taskIn(folder, argv);
const issues = (...argv: string[]) => issuesIn(folder, argv);

function requestFile(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

describe('--request', () => {
  it('provides options and source, which the command line overrides', () => {
    const path = requestFile(
      'request.json',
      '\ufeff{"source":"<p>x","format":"a5","zoom":0.5,"margin":{"top":"1cm","left":"2cm"},"filename":"x.pdf"}',
    );
    const fromFile = task('--request', path);
    expect(fromFile.requestSource).toEqual({ kind: 'html', html: '<p>x' });
    expect(fromFile.request).toMatchObject({ format: 'a5', zoom: 0.5, filename: 'x.pdf' });

    const mixed = task('a.html', '--request', path, '--zoom', '2', '--margin-top', '3cm');
    expect(mixed.requestSource).toBeUndefined();
    expect(mixed.sources).toEqual(['a.html']);
    expect(mixed.request).toMatchObject({ zoom: 2, margin: { top: '3cm', left: '2cm' } });
  });

  it('needs no source if the command line has one', () => {
    expect(task('a.html', '--request', requestFile('o.json', '{"pages":"2"}')).request.pages).toBe(
      '2',
    );
    expect(issues('--request', 'o.json').map(([field]) => field)).toEqual(['source']);
  });

  it('reports an invalid source in the file, unless the command line has one', () => {
    const path = requestFile('ftp.json', '{"source":"file:///etc/passwd"}');
    expect(issues('--request', path)).toEqual([
      [
        'source',
        'Source "file:///etc/passwd" is a local file, which a request cannot refer to. Send the HTML itself or an http or https URL.',
      ],
    ]);
    expect(issues('a.html', '--request', path)).toEqual([]);
  });

  it('provides the bucket destination, or the file name in the storage of the service', () => {
    const bucket = requestFile(
      'bucket.json',
      '{"storage":{"provider":"object_store","bucket_destination":"s3://papers/x.pdf"},"compliance":{"hipaa":true}}',
    );
    expect(task('a', '--request', bucket).destinations).toEqual(['s3://papers/x.pdf']);
    const mixed = task('a', '--request', bucket, '--to', 's3://copies/y.pdf', '--gdpr');
    expect(mixed.destinations).toEqual(['s3://copies/y.pdf']);
    expect(mixed.request.compliance).toEqual({ gdpr: true, hipaa: true });

    const service = requestFile(
      'service.json',
      '{"filename":"x.pdf","storage":{"provider":"service","filename":"stored.pdf"}}',
    );
    expect(task('a', '--request', service).request.filename).toBe('stored.pdf');
    expect(task('a', '--request', service, '--filename', 'y.pdf').request.filename).toBe('y.pdf');
    expect(task('a', '--request', service).destinations).toEqual([]);
  });

  it('reports an invalid compliance object even with flags', () => {
    for (const compliance of ['"x"', '[]']) {
      const path = requestFile('compliance.json', `{"compliance":${compliance}}`);
      expect(issues('a', '--request', path, '--gdpr').map(([field]) => field)).toEqual([
        'compliance',
      ]);
    }
  });

  it.each([
    ['none.json', null, /^The request file "none.json" does not exist\. Check the path\.$/],
    ['broken.json', '{', /^The request file "broken.json" is not JSON: /],
    ['list.json', '[]', /^The request must be a JSON object with a source, but is a list\.$/],
  ])('reports %s', (name, content, message) => {
    if (content !== null) requestFile(name, content);
    const [[, sentence] = [], ...others] = issues('a.html', '--request', name);
    expect(others).toEqual([]);
    expect(sentence).toMatch(message);
  });
});
