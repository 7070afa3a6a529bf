import { describe, expect, it } from 'vitest';
import {
  deliveryName,
  deliveryText,
  inUnits,
  jobDeliveriesText,
  linkSeconds,
  linkTimeText,
  uploadedText,
} from '../../../../renderer/queue/delivery-wording.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';
import type { AppErrorData } from '../../../../electron/shared/messages/errors.js';
import { upload } from '../support/deliveries.js';

const broken = { code: 'delivery-interrupted', message: literal('The connection broke.') } as const;
const uploadFailed = {
  code: 'delivery-refused',
  message: message('s3.uploadFailed', {
    object: message('s3.object', { uri: 's3://papers/a.pdf', name: 'archive' }),
    reason: message('s3.tooLarge'),
  }),
} as const;
const missingKey = {
  code: 'delivery-refused',
  message: literal('It is not known.'),
  fields: [{ field: 'secret', message: literal('It is not known.') }],
} satisfies AppErrorData;
const refused = { code: 'delivery-refused', message: literal('papers refused the key.') } as const;
const noBucket = {
  code: 'delivery-refused',
  message: message('s3.noBucket', { bucket: 'papers' }),
} as const;

describe('the text of a delivery', () => {
  it.each([
    [upload('1'), 'Waiting in queue'],
    [upload('1', { attempts: 1 }), 'Retrying now'],
    [upload('1', { error: missingKey }), 'Waiting for the secret key of papers'],
    [upload('1', { kind: 'webhook', error: missingKey }), 'Waiting for the signing secret'],
    [
      upload('1', { attempts: 1, retryAt: 41_000, error: broken }),
      'Retrying in 40 s. The connection broke.',
    ],
    [
      upload('1', { attempts: 9, retryAt: 301_000, error: broken }),
      'Retrying in 5 min. The connection broke.',
    ],
    [upload('1', { status: 'running', sent: 3_200_000 }), 'Uploading 3.2 of 10.0 MB'],
    [upload('1', { status: 'running' }), 'Uploading 0 B of 10.0 MB'],
    [upload('1', { status: 'delivered' }), 'Uploaded'],
    [upload('1', { status: 'skipped' }), 'Skipped: a file with that name already exists'],
    [upload('1', { status: 'failed', error: refused }), 'papers refused the key.'],
    [upload('1', { status: 'canceled' }), 'Canceled'],
    [
      upload('1', {
        status: 'canceled',
        error: { code: 'delivery-refused', message: literal('Parts are left.') },
      }),
      'Parts are left.',
    ],
    [
      upload('1', { status: 'failed', error: uploadFailed }),
      'The file is larger than the server accepts. Upload it to another bucket.',
    ],
    [
      upload('1', { status: 'waiting', attempts: 1, retryAt: 41_000, error: uploadFailed }),
      'Retrying in 40 s. The file is larger than the server accepts. Upload it to another bucket.',
    ],
    [
      upload('1', {
        kind: 'webhook',
        status: 'failed',
        error: {
          code: 'delivery-refused',
          message: message('webhooks.failed', {
            host: '127.0.0.1:80',
            reason: message('webhooks.answered', { status: 500 }),
          }),
        },
      }),
      'The receiver answered 500.',
    ],
    [
      upload('1', {
        status: 'failed',
        error: {
          code: 'object-exists',
          message: literal('There is an object s3://papers/a.pdf already.'),
        },
      }),
      'A file with that name already exists',
    ],
    [upload('1', { kind: 'webhook', status: 'delivered' }), 'Sent'],
    [upload('1', { kind: 'webhook', status: 'running' }), 'Sending'],
  ])('%#: %s', (row, text) => {
    expect(deliveryText(row, 1000)).toBe(text);
  });

  it('shows the name of an upload that was renamed', () => {
    const row = upload('1', { destination: 's3://papers/x/a-2.pdf' });
    expect(uploadedText(row, 'a.pdf', false)).toBe('Uploaded to papers as a-2.pdf');
    expect(uploadedText(row, 'a.pdf', true)).toBe('Changed since upload to papers as a-2.pdf');
    expect(uploadedText(row, 'a-2.pdf', false)).toBe('Uploaded to papers');
    expect(uploadedText(row, 'a-2.pdf', true)).toBe('Changed since upload to papers');
  });

  it.each([
    [[], ''],
    [[upload('1', { status: 'delivered' })], 'Uploaded'],
    [[upload('1', { status: 'delivered' }), upload('2', { status: 'delivered' })], 'All delivered'],
    [
      [upload('1', { status: 'delivered' }), upload('2', { status: 'failed', error: refused })],
      'Upload failed · 1 of 2 delivered',
    ],
    [[upload('1', { status: 'failed', error: noBucket })], 'Bucket not found'],
    [
      [upload('1', { status: 'failed', error: refused }), upload('2', { status: 'running' })],
      'Uploading 0 B of 10.0 MB · 0 of 2 delivered',
    ],
    [
      [
        upload('1', { status: 'delivered' }),
        upload('2', { kind: 'webhook', status: 'failed', error: refused }),
      ],
      'Webhook failed · 1 of 2 delivered',
    ],
    [[upload('1', { kind: 'webhook', status: 'running' })], 'Webhook sending'],
  ])('summarizes a job %#: %s', (rows, text) => {
    expect(jobDeliveriesText(rows)).toBe(text);
  });

  it('does not call a job delivered whose upload was discarded', () => {
    const webhook = upload('1', { kind: 'webhook', status: 'delivered' });
    const all = { dropped: 1, discarded: true };
    expect(jobDeliveriesText([], all)).toBe('Upload discarded');
    expect(jobDeliveriesText([webhook], all)).toBe('Upload discarded · Webhook sent');
    expect(jobDeliveriesText([upload('1', { status: 'delivered' })], { dropped: 1 })).toBe(
      'Uploaded · 1 discarded',
    );
  });

  it('names a webhook after its PDF', () => {
    expect(deliveryName(upload('1', { kind: 'webhook', file: 'Types.pdf' }))).toBe(
      'Webhook for Types.pdf',
    );
    expect(deliveryName(upload('1', { kind: 'webhook', file: '' }))).toBe('Webhook');
  });
});

describe('the lifetime of a link', () => {
  it.each([
    ['5', 'minutes', 300],
    ['1,5', 'hours', 5400],
    [' 7 ', 'days', 604_800],
    ['8', 'days', null],
    ['0.5', 'minutes', null],
    ['', 'hours', null],
    ['soon', 'hours', null],
  ] as const)('%j %s are %j seconds', (typed, unit, seconds) => {
    expect(linkSeconds(typed, unit)).toBe(seconds);
  });

  it.each([
    [3600, '1 hour'],
    [86_400, '1 day'],
    [604_800, '1 week'],
    [172_800, '2 days'],
    [5400, '90 minutes'],
    [60, '1 minute'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(linkTimeText(seconds)).toBe(text);
  });

  it('is shown in the largest unit that divides it', () => {
    expect(inUnits(7200)).toEqual({ count: 2, unit: 'hours' });
    expect(inUnits(5400)).toEqual({ count: 90, unit: 'minutes' });
  });
});
