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

const told = { kind: 'json' } as const;
const made = { kind: 'pdf' } as const;

describe('what a service may answer', () => {
  test.each<[string, StrictAnswer]>([
    ['the PDF as body', made],
    ['201 and the PDF as body', { kind: 'pdf', status: 201 }],
    [
      'the PDF under another type',
      { kind: 'pdf', headers: { 'content-type': 'binary/octet-stream' } },
    ],
    ['JSON with its address', told],
    ['201 and JSON with its address', { kind: 'json', status: 201 }],
    ['JSON with a relative address', { kind: 'json', body: { url: '/results/k3J9.pdf' } }],
    [
      '201 and a Location',
      { kind: 'plain', status: 201, headers: { location: '/results/k3J9.pdf' } },
    ],
    ['202 and JSON with its address', { kind: 'json', status: 202 }],
    ['202, then the PDF', { kind: 'later', waits: 2, then: made }],
    ['202, then its address', { kind: 'later', waits: 0, then: told }],
    ['202, then how it stands', { kind: 'later', waits: 3, meanwhile: 'status', then: told }],
    ['202, then busy', { kind: 'later', waits: 1, meanwhile: 'busy', then: made }],
    [
      '202, then a redirect to it',
      {
        kind: 'later',
        waits: 1,
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
