import { describe, expect, it } from 'vitest';
import { requestFromWire, requestToWire } from '../../../../../electron/shared/request/wire.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';
import { readDraft, wholeOptionsInput } from '../../../../../renderer/document/draft/read-draft.js';
import { draftOfRequest } from '../../../../../renderer/document/draft/draft-of-request.js';
import { target } from '../../support/deliveries.js';

const papers = target('papers');
const reports = target('papers', { id: 'reports', prefix: 'reports/2026' });

describe('opening a request in the form', () => {
  it.each([
    { source: '<p>Hello</p>' },
    { source: 'https://example.org/page', disable_javascript: true },
    { source: '<p>', format: 'a5', pages: '1-3', zoom: 0.85 },
    { source: '<p>', format: '100pxx8.5in', pages: '1,4,9' },
    { source: '<p>', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } },
    { source: '<p>', margin: { top: '2.5cm', left: '1in' } },
    { source: '<p>', filename: 'invoice.pdf', webhook: 'https://example.org/hook' },
    { source: '<p>', compliance: { gdpr: true, hipaa: false } },
  ])('round-trips: %j', (wire) => {
    const { change, unsupported } = draftOfRequest(requestFromWire(wire), []);
    const draft = { ...draftDefaults, renderOn: 'office', ...change };
    const { request, issues } = readDraft(draft, draft.url);
    expect([issues, unsupported]).toEqual([[], []]);
    expect(request && requestToWire({ ...request, ...wholeOptionsInput(draft, 'mm') })).toEqual(
      wire,
    );
  });

  it('resets what the request does not contain', () => {
    const { change } = draftOfRequest(requestFromWire({ source: '<p>' }), []);
    const changed = { ...draftDefaults, format: 'a3', pages: '2', timeout: '60', webhook: 'x' };
    expect({ ...changed, ...change }).toEqual({ ...draftDefaults, tab: 'html', html: '<p>' });
  });

  const stored = (bucket_destination: string) =>
    requestFromWire({ source: '<p>', storage: { provider: 'object_store', bucket_destination } });

  it('finds the destination of its bucket, the one with the longest folder first', () => {
    expect(
      draftOfRequest(stored('s3://papers/reports/2026/a.pdf'), [papers, reports]).change,
    ).toMatchObject({ uploadTargets: ['reports'], uploadPath: 'a.pdf' });
    expect(draftOfRequest(stored('s3://papers/b/a.pdf'), [reports, papers]).change).toMatchObject({
      uploadTargets: [papers.id],
      uploadPath: 'b/a.pdf',
    });
  });

  it('reports what the form cannot represent', () => {
    const { change, unsupported } = draftOfRequest(stored('s3://others/a.pdf'), [papers]);
    expect(change).toMatchObject({ uploadTargets: [], uploadPath: '' });
    expect(unsupported).toEqual([expect.stringContaining('s3://others/a.pdf')]);
    const service = requestFromWire({ source: '<p>', storage: { provider: 'service' } });
    expect(draftOfRequest(service, []).unsupported).toHaveLength(1);
  });
});
