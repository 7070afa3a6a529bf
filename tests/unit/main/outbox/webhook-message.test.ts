import { describe, expect, it } from 'vitest';
import {
  eventSource,
  redactedError,
  webhookBody,
} from '../../../../electron/main/outbox/webhook-message.js';
import { type AppErrorCode, appErrorCodes } from '../../../../electron/shared/messages/errors.js';
import type { ConversionSource } from '../../../../electron/shared/request/source.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const open = { gdpr: false, hipaa: false };
/** Details that third parties must not see. */
const inside = '/home/jo/clients/acme/a.html, profile "work", target "papers", key AKIAEXAMPLE';

function errorIn(code: AppErrorCode, message: string, compliance = open): unknown {
  const error = {
    code,
    message: literal(message),
    fields: [{ field: 'source', message: literal(message) }],
  };
  const body = webhookBody({ kind: 'failed', error }, {}, compliance, new Date(0));
  const { data } = JSON.parse(body) as { readonly data: { readonly error: unknown } };
  return data.error;
}

describe('the error in a webhook', () => {
  it.each(['invalid-request', 'page-crashed', 'print-failed'] as const)(
    '%s keeps its message, which concerns the request and the page',
    (code) => {
      const message = 'The page 9 does not exist.';
      expect(errorIn(code, message)).toEqual({ code, message });
    },
  );

  it.each(
    appErrorCodes.filter(
      (code) => !['invalid-request', 'page-crashed', 'print-failed'].includes(code),
    ),
  )('%s reveals nothing of this machine', (code) => {
    const reported = errorIn(code, inside);
    expect(reported).toEqual({ code, message: expect.stringMatching(/^[A-Z].*\.$/) as string });
    expect(JSON.stringify(reported)).not.toMatch(/jo|work"|papers|AKIA/);
  });

  it.each([
    { gdpr: true, hipaa: false },
    { gdpr: false, hipaa: true },
  ])('of a private job has a fixed message: %o', (compliance) => {
    for (const code of appErrorCodes) {
      expect(JSON.stringify(errorIn(code, inside, compliance))).not.toContain('acme');
    }
  });

  it('is the same for errors that differ only in details', () => {
    const one = redactedError({ code: 'write-failed', message: literal('/a is full.') }, false);
    const other = redactedError({ code: 'write-failed', message: literal('/b is full.') }, false);
    expect(one).toEqual(other);
  });
});

describe('the subject of a webhook', () => {
  const file = { name: 'a.pdf', size: 7 };
  const error = { code: 'object-exists', message: literal(inside) } as const;
  const outcome = {
    kind: 'failed',
    error,
    file,
    uploads: [
      { id: '1', destination: 's3://papers/a.pdf', status: 'delivered', url: 'https://x/a', file },
      { id: '2', destination: 's3://other/jo.pdf', status: 'failed', error },
    ],
  } as const;
  const subject = { job: 'job-1', source: 'a.html', isTest: true };
  const dataIn = (compliance: typeof open): unknown =>
    (JSON.parse(webhookBody(outcome, subject, compliance, new Date(0))) as { data: unknown }).data;
  const refused = redactedError(error, false);

  it('is its job, its source, the file, and every destination', () => {
    expect(dataIn(open)).toEqual({
      job: 'job-1',
      source: 'a.html',
      error: refused,
      file,
      destinations: [
        { destination: 's3://papers/a.pdf', status: 'delivered', url: 'https://x/a', file },
        { destination: 's3://other/jo.pdf', status: 'failed', error: refused },
      ],
      compliance: open,
      test: true,
    });
  });

  it('of a private job names neither the source nor where the PDF is not', () => {
    const text = JSON.stringify(dataIn({ gdpr: true, hipaa: false }));
    expect(text).toContain('s3://papers/a.pdf');
    expect(text).not.toMatch(/a\.html|jo\.pdf/);
  });

  it.each([
    [{ kind: 'file', path: '/home/jo/a b.html' }, 'a b.html'],
    [{ kind: 'file', path: 'C:\\Users\\jo\\a.html' }, 'a.html'],
    [
      { kind: 'url', url: 'https://jo:pw@host.test:8443/a/b?token=1#c' },
      'https://host.test:8443/a/b',
    ],
    [{ kind: 'html', html: '<p>' }, undefined],
    [{ kind: 'html', html: '<p>', name: 'report' }, 'report'],
    [
      {
        kind: 'merged',
        parts: [
          { kind: 'file', path: '/a.html' },
          { kind: 'html', html: '<p>' },
          { kind: 'file', path: '/b.pdf' },
        ],
      },
      'a.html, b.pdf',
    ],
  ] satisfies [ConversionSource, string | undefined][])(
    'calls the source %j %s',
    (source, name) => {
      expect(eventSource(source)).toBe(name);
    },
  );
});
