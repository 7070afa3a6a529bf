import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { AppError, type AppErrorCode, type FieldIssue } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { quote } from '../../shared/request/text.js';
import {
  type ConnectionFault,
  type ConnectionProblem,
  connectionFault,
  faultName,
  withoutRequest,
} from '../network/connection-fault.js';
import { RequestFault } from '../network/http-client.js';
import { type RemoteCall, requestUrl } from './call.js';

type RemoteCode = Extract<AppErrorCode, `remote-${string}`>;

/** The faulty field of an endpoint. `secret`: its key or its password. */
export type EndpointField = 'address' | 'login' | 'secret' | 'login.user' | 'caFile';

export interface RemoteFailureDetails {
  /** What to do: a sentence. */
  readonly advice?: Message | undefined;
  readonly field?: EndpointField | undefined;
  /** What the service reports about the request, by Platen's names of the fields. */
  readonly fields?: readonly FieldIssue[] | undefined;
  /**
   * Whether the connection or a gateway failed, so that the same request with the same
   * `Idempotency-Key` may show the outcome.
   */
  readonly isOutcomeOpen?: boolean;
  readonly cause?: unknown;
}

/** A request that a service has not processed, or may not have. */
export class RemoteFailure extends AppError {
  constructor(
    code: RemoteCode,
    text: Message,
    /** The part of the message after the service's name, without a full stop. */
    readonly reason: Message,
    readonly details: RemoteFailureDetails = {},
  ) {
    const { field, fields, cause } = details;
    const own = field === undefined ? undefined : [{ field, message: text }];
    super(code, text, fields ?? own, { cause });
  }
}

export function quotedName({ name }: Pick<RemoteEndpoint, 'name'>): string {
  return quote(name);
}

/** Creates the error of a request that certainly was not processed; a retry may succeed. */
export function unreachable(
  endpoint: RemoteEndpoint,
  reason: Message,
  details: RemoteFailureDetails = {},
): RemoteFailure {
  const error = message('remote.unreachable', { service: quotedName(endpoint), reason });
  return new RemoteFailure('remote-unreachable', advised(error, details), reason, details);
}

/** Creates the error of a request that may have been processed. */
export function uncertain(
  endpoint: RemoteEndpoint,
  reason: Message,
  details: RemoteFailureDetails = {},
): RemoteFailure {
  const error = message('remote.uncertain', { service: quotedName(endpoint), reason });
  const cost = endpoint.testMode ? 'remote.sendAgainIsFree' : 'remote.sendAgainMayCost';
  const text = message('remote.withAdvice', {
    error: advised(error, details),
    advice: message(cost),
  });
  return new RemoteFailure('remote-uncertain', text, reason, details);
}

/** @param reason continues after the service's name */
export function refused(
  endpoint: RemoteEndpoint,
  reason: Message,
  details: RemoteFailureDetails = {},
): RemoteFailure {
  const error = message('remote.refused', { service: quotedName(endpoint), reason });
  return new RemoteFailure('remote-refused', advised(error, details), reason, details);
}

export function advised(error: Message, { advice }: RemoteFailureDetails): Message {
  return advice === undefined ? error : message('remote.withAdvice', { error, advice });
}

/** Why there was no complete response. */
export interface FaultReason {
  /** Continues a sentence, without a full stop. */
  readonly reason: Message;
  readonly advice?: Message;
  readonly field?: EndpointField;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
}

const network = message('remote.checkNetwork');
const port = message('remote.checkPort');

const advices: Readonly<Partial<Record<ConnectionProblem, Message>>> = {
  'no-name': network,
  unreachable: network,
  'no-connection': network,
  'broken-off': network,
  offline: message('remote.checkConnection'),
  'certificate-expired': message('remote.renewCertificate'),
  'certificate-early': message('remote.checkClock'),
  'certificate-of-other-name': message('remote.correctUrl'),
  'certificate-revoked': message('remote.askOperator'),
  'certificate-untrusted': message('remote.nameCertificateFile'),
  'no-tls': port,
  'no-http': port,
};

const fields = { server: 'address', certificates: 'caFile' } as const;

export function faultReason(thrown: unknown, { endpoint, deadline }: RemoteCall): FaultReason {
  const fault = connectionFault(thrown);
  if (fault === null) {
    const isAborted = thrown instanceof RequestFault && thrown.problem === 'aborted';
    const reason = isAborted
      ? message('remote.tookTooLong', { seconds: deadline.seconds })
      : message('remote.connectionFailed', { code: faultName(thrown) });
    return { reason, isTransient: false };
  }
  const isTransient = fault.kind === 'network';
  if (fault.problem === 'broken-off' && mayWantTls(thrown, endpoint)) {
    const advice = message('remote.tryHttps');
    return { reason: fault.reason, advice, field: 'address', isTransient };
  }
  const advice = advices[fault.problem];
  return {
    reason: connectionReason(fault, endpoint),
    ...(advice !== undefined && { advice }),
    ...(fault.concerns !== null && { field: fields[fault.concerns] }),
    isTransient,
  };
}

/** A server that expects TLS closes a connection with anything else without a response. */
function mayWantTls(thrown: unknown, endpoint: RemoteEndpoint): boolean {
  const isUnanswered = thrown instanceof RequestFault && thrown.details.isUnanswered === true;
  return isUnanswered && requestUrl(endpoint).protocol === 'http:';
}

function connectionReason(fault: ConnectionFault, endpoint: RemoteEndpoint): Message {
  const { problem, reason, limitMs } = fault;
  const seconds = Math.round(limitMs / 100) / 10;
  if (problem === 'no-connection') return message('remote.noConnection', { seconds });
  if (problem === 'stalled') return message('remote.stalled', { seconds });
  return reason.key === 'network.noName'
    ? message('remote.noServer', { host: requestUrl(endpoint).hostname })
    : reason;
}

/** Creates the error of a request without a response. */
export function faultError(thrown: unknown, call: RemoteCall): RemoteFailure {
  const { reason, advice, field, isTransient } = faultReason(thrown, call);
  const mayHaveArrived = !(thrown instanceof RequestFault) || thrown.details.mayHaveArrived;
  const details = { advice, field, cause: withoutRequest(thrown) };
  return mayHaveArrived
    ? uncertain(call.endpoint, reason, { ...details, isOutcomeOpen: isTransient })
    : unreachable(call.endpoint, reason, details);
}
