import { describe, expect, it } from 'vitest';
import { redactedError, webhookBody } from '../../../../electron/main/outbox/webhook-message.js';
import { type AppErrorCode, appErrorCodes } from '../../../../electron/shared/errors.js';
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
  const body = webhookBody({ kind: 'failed', error }, compliance, new Date(0));
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
