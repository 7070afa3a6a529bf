import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StrictService, type StrictAnswer } from '../../support/services/strict-service.js';
import { key, render } from './support/remote.js';

let service: StrictService;
beforeEach(async () => {
  service = await StrictService.start(`${key}:`);
});
afterEach(async () => {
  expect(service.issues).toEqual([]);
  await service.close();
});

const receiptUrl = { kind: 'json' } as const;
const resultUrl = { kind: 'pdf' } as const;

describe('responses of a service', () => {
  test.each<[string, StrictAnswer]>([
    ['the PDF as the body', resultUrl],
    ['201 and the PDF as the body', { kind: 'pdf', status: 201 }],
    [
      'the PDF with another content type',
      { kind: 'pdf', headers: { 'content-type': 'binary/octet-stream' } },
    ],
    ['JSON with its URL', receiptUrl],
    ['201 and JSON with its URL', { kind: 'json', status: 201 }],
    ['JSON with a relative URL', { kind: 'json', body: { url: '/results/k3J9.pdf' } }],
    [
      '201 and a Location',
      { kind: 'plain', status: 201, headers: { location: '/results/k3J9.pdf' } },
    ],
    ['202 and JSON with its URL', { kind: 'json', status: 202 }],
    ['202, then the PDF', { kind: 'later', polls: 2, then: resultUrl }],
    ['202, then its URL', { kind: 'later', polls: 0, then: receiptUrl }],
    [
      '202, then its status',
      { kind: 'later', polls: 3, pendingAnswer: 'status', then: receiptUrl },
    ],
    ['202, then 503', { kind: 'later', polls: 1, pendingAnswer: 'busy', then: resultUrl }],
    [
      '202, then a redirect to it',
      {
        kind: 'later',
        polls: 1,
        then: { kind: 'plain', status: 303, headers: { location: '/results/k3J9.pdf' } },
      },
    ],
  ])('%s', async (_name, answer) => {
    service.answer = () => answer;
    const { receipt, pdf } = await render(service.origin);
    expect(pdf).toMatchObject({
      pages: 3,
      title: 'Made elsewhere',
      size: service.pdf.length,
      preflight: [],
    });
    expect(Buffer.concat(pdf?.parts ?? []).equals(service.pdf)).toBe(true);
    expect(receipt).toMatchObject({ endpoint: 'e1', name: 'office', testMode: false });
    expect(receipt).not.toHaveProperty('notFetched');
    expect(service.posts).toHaveLength(1);
  });
});
