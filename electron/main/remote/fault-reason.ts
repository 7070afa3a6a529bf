import { codeOf } from '../../shared/errors.js';
import { type ConnectionProblem, connectionFault } from '../network/connection-fault.js';
import { requestAddress } from './authorization.js';
import { ExchangeFault } from './exchange-fault.js';
import type { RemoteCall } from './remote-call.js';
import {
  type EndpointField,
  type RemoteFailure,
  uncertain,
  unreachable,
} from './remote-failure.js';

/** Why there was no answer, or not all of one. */
export interface FaultReason {
  /** The end of a sentence, without a full stop. */
  readonly why: string;
  readonly advice?: string;
  readonly field?: EndpointField;
  /** Whether another try by itself may work. */
  readonly isPassing: boolean;
}

const network = 'Check the network connection, and the address of the service in the settings';
const port =
  'Check the address of the service in the settings: its port, and whether it begins with http or https';

const advice: Readonly<Record<ConnectionProblem, readonly [string, EndpointField?]>> = {
  'no-name': [network, 'address'],
  unreachable: [network, 'address'],
  'broken-off': [network],
  offline: [network],
  'certificate-expired': ['Have the certificate renewed, or set the clock', 'address'],
  'certificate-early': ['Check the clock of this computer', 'address'],
  'certificate-of-other-name': ['Correct the address of the service in the settings', 'address'],
  'certificate-revoked': ['Ask who runs the service', 'address'],
  'certificate-untrusted': [
    'Name a file with the certificate of its authority under Certificates, at the service in the settings',
    'caFile',
  ],
  'no-tls': [port, 'address'],
  'no-http': [port, 'address'],
};

/** A server that speaks TLS ends a connection on which something else comes in, and says nothing. */
const tlsInstead = [
  'Check the network connection, and the address of the service in the settings: if it speaks TLS, write https:// in place of http://',
  'address',
] as const;

/** What was thrown by an exchange, in words. */
export function faultReason(thrown: unknown, { endpoint, limits, time }: RemoteCall): FaultReason {
  const fault = thrown instanceof ExchangeFault ? thrown : null;
  switch (fault?.problem) {
    case 'no-connection': {
      const why = `no connection came about in ${seconds(limits.connectMs)} seconds`;
      return { why, advice: network, field: 'address', isPassing: true };
    }
    case 'standstill':
      return { why: `nothing moved for ${seconds(limits.standstillMs)} seconds`, isPassing: true };
    case 'ended':
      return { why: `it took longer than ${time.seconds} seconds`, isPassing: false };
    case 'connection':
      return connectionReason(fault.cause, fault.isUnanswered && isOpen(endpoint));
    case undefined:
      return connectionReason(thrown, false);
  }
}

/** The error of a request that came to no answer. */
export function faultError(thrown: unknown, call: RemoteCall): RemoteFailure {
  const { why, ...reason } = faultReason(thrown, call);
  const mayHaveArrived = !(thrown instanceof ExchangeFault) || thrown.mayHaveArrived;
  const details = { advice: reason.advice, field: reason.field, cause: harmless(thrown) };
  if (mayHaveArrived) return uncertain(call.endpoint, why, details);
  return unreachable(call.endpoint, why, details);
}

/** @param mayWantTls whether a server that speaks TLS alone would have done the same */
function connectionReason(thrown: unknown, mayWantTls: boolean): FaultReason {
  const fault = connectionFault(thrown);
  if (fault === null) {
    const name = thrown instanceof Error ? thrown.name : typeof thrown;
    return { why: `the connection failed (${codeOf(thrown) || name})`, isPassing: false };
  }
  const isLikeTls = mayWantTls && fault.problem === 'broken-off';
  const [what, field] = isLikeTls ? tlsInstead : advice[fault.problem];
  const isPassing = fault.kind === 'network';
  return { why: fault.words, advice: what, isPassing, ...(field !== undefined && { field }) };
}

function isOpen({ address }: RemoteCall['endpoint']): boolean {
  return requestAddress({ address }).protocol === 'http:';
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** What was thrown, without the request that it may carry along. */
function harmless(thrown: unknown): Error {
  const inner = thrown instanceof ExchangeFault ? (thrown.cause ?? thrown) : thrown;
  return new Error(inner instanceof Error ? `${inner.name} ${codeOf(inner)}`.trim() : typeof inner);
}
