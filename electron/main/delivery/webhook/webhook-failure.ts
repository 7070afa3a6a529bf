import { codeOf } from '../../../shared/errors.js';
import { DeliveryFailure } from '../bucket/upload.js';

/** Why a message was not delivered, as the end of a sentence, and what to do. */
interface Reason {
  readonly reason: string;
  readonly advice?: string;
}

/** The error about a message that is not worth another try by itself. @param host of the webhook, with its port: no sentence holds more of its address */
export function refusal(host: string, { reason, advice }: Reason): DeliveryFailure {
  return new DeliveryFailure(
    'delivery-refused',
    sentence(host, { reason, ...(advice !== undefined && { advice }) }),
  );
}

/** The error about a message that is tried again. @param retryAfterMs what the receiver asks for, in milliseconds */
export function interruption(host: string, reason: string, retryAfterMs?: number): DeliveryFailure {
  return new DeliveryFailure('delivery-interrupted', sentence(host, { reason }), { retryAfterMs });
}

/** The error about a connection that failed, from what Node threw. */
export function connectionFailure(host: string, thrown: unknown): DeliveryFailure {
  const code = codeOf(thrown);
  const certificate = certificateReason(code);
  if (certificate !== null) return refusal(host, certificate);
  return interruption(host, reasons[code] ?? `the connection failed (${code || nameOf(thrown)})`);
}

function sentence(host: string, { reason, advice }: Reason): string {
  const what = `The webhook at ${host} could not be delivered: ${reason}.`;
  return advice === undefined ? what : `${what} ${advice}.`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no server of that name',
  EAI_AGAIN: 'the name of the server could not be looked up',
  ECONNREFUSED: 'the server refuses the connection',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: 'there is no way to the server from this network',
  ENETUNREACH: 'there is no way to the server from this network',
  ENETDOWN: 'this computer has no network connection',
  EPROTO: 'the server does not speak TLS as it should',
};

const certificateReasons: Readonly<Record<string, Reason>> = {
  CERT_HAS_EXPIRED: {
    reason: 'its certificate has expired, or the clock of this computer is wrong',
    advice: 'Have the certificate renewed, or set the clock, then try again',
  },
  CERT_NOT_YET_VALID: {
    reason: 'its certificate is not valid yet, or the clock of this computer is wrong',
    advice: 'Check the clock of this computer, then try again',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'its certificate is for another name',
    advice: 'Correct the address, or have a certificate made for it, then try again',
  },
  CERT_REVOKED: {
    reason: 'its certificate has been taken back',
    advice: 'Ask who runs the receiver',
  },
};

/** Node's documentation, "X509 certificate error codes". */
const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
  'INVALID_PURPOSE',
]);

function certificateReason(code: string): Reason | null {
  if (untrusted.has(code)) {
    return {
      reason: 'its certificate is not from an authority that this computer trusts',
      advice: 'Have a certificate made by one that is trusted, then try again',
    };
  }
  return Object.hasOwn(certificateReasons, code) ? (certificateReasons[code] ?? null) : null;
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}
