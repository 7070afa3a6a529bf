import { describe, expect, it } from 'vitest';
import { publicError, webhookBody } from '../../../../electron/main/outbox/webhook-message.js';
import { type AppErrorCode, appErrorCodes } from '../../../../electron/shared/errors.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const open = { gdpr: false, hipaa: false };
/** What a sentence may hold that is nobody else's business. */
const inside = '/home/jo/clients/acme/a.html, profile "work", target "papers", key AKIAEXAMPLE';

function errorIn(code: AppErrorCode, message: string, compliance = open): unknown {
  const error = {
    code,
    message: literal(message),
    fields: [{ field: 'source', message: literal(message) }],
  };
  const body = webhookBody({ kind: 'failed', error }, compliance, new Date(0));
  const { data } = JSON.parse(body) as { readonly data: { readonly error: unknown } };
  return data.error;
}

describe('the error in a message', () => {
  it.each(['invalid-request', 'page-crashed', 'print-failed'] as const)(
    'of the kind %s is told in its own words, which are about the request and the page',
    (code) => {
      const message = 'The page 9 does not exist.';
      expect(errorIn(code, message)).toEqual({ code, message });
    },
  );

  it.each(
    appErrorCodes.filter(
      (code) => !['invalid-request', 'page-crashed', 'print-failed'].includes(code),
    ),
  )('of the kind %s tells nothing of this computer', (code) => {
    const told = errorIn(code, inside);
    expect(told).toEqual({ code, message: expect.stringMatching(/^[A-Z].*\.$/) as string });
    expect(JSON.stringify(told)).not.toMatch(/jo|work"|papers|AKIA/);
  });

  it.each([
    { gdpr: true, hipaa: false },
    { gdpr: false, hipaa: true },
  ])('of a private job is told in fixed words, whatever its kind: %o', (compliance) => {
    for (const code of appErrorCodes) {
      expect(JSON.stringify(errorIn(code, inside, compliance))).not.toContain('acme');
    }
  });

  it('is the same for two errors that only this computer tells apart', () => {
    const one = publicError({ code: 'write-failed', message: literal('/a is full.') }, false);
    const other = publicError({ code: 'write-failed', message: literal('/b is full.') }, false);
    expect(one).toEqual(other);
  });
});
