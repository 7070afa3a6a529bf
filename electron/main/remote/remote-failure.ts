import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { AppError, type AppErrorCode, type FieldIssue } from '../../shared/errors.js';
import { quote } from '../../shared/request/text.js';

type RemoteCode = Extract<AppErrorCode, `remote-${string}`>;

/** The fields of an endpoint that a fault can lie in. `secret`: its key or its password. */
export type EndpointField = 'address' | 'login' | 'secret' | 'login.user' | 'caFile';

export interface RemoteFailureDetails {
  /** What to do about it: a sentence without a full stop. */
  readonly advice?: string | undefined;
  /** The field of the endpoint that the fault lies in. */
  readonly field?: EndpointField | undefined;
  /** What the service found wrong in the request, by the fields' names in Platen. */
  readonly fields?: readonly FieldIssue[] | undefined;
  readonly cause?: unknown;
}

/** A request that a service has not carried out, or of which that is not known. */
export class RemoteFailure extends AppError {
  constructor(
    code: RemoteCode,
    message: string,
    /** Why, as the end of a sentence, without a full stop. */
    readonly reason: string,
    readonly details: RemoteFailureDetails = {},
  ) {
    super(code, message, details.fields ?? inEndpoint(details, message), { cause: details.cause });
  }
}

function inEndpoint(
  { field }: RemoteFailureDetails,
  message: string,
): readonly FieldIssue[] | undefined {
  return field === undefined ? undefined : [{ field, message }];
}

/** How sentences begin: `The service "office"`. */
export function serviceName({ name }: Pick<RemoteEndpoint, 'name'>): string {
  return `The service ${quote(name)}`;
}

/** The error of a request that certainly was not carried out, and may be if it is sent again. @param why the end of a sentence, without a full stop */
export function unreachable(
  endpoint: RemoteEndpoint,
  why: string,
  details: RemoteFailureDetails = {},
): RemoteFailure {
  const sentence = `${serviceName(endpoint)} could not be reached: ${why}.${adviceOf(details)}`;
  return new RemoteFailure('remote-unreachable', sentence, why, details);
}

/** The error of a request that may have been carried out. @param why the end of a sentence, without a full stop */
export function uncertain(
  endpoint: RemoteEndpoint,
  why: string,
  details: RemoteFailureDetails = {},
): RemoteFailure {
  const sentence = `${serviceName(endpoint)} may have made the PDF, which did not come: ${why}.${adviceOf(details)} ${again(endpoint)}`;
  return new RemoteFailure('remote-uncertain', sentence, why, details);
}

/** The error of a request that a service does not carry out. @param what follows the service's name in the sentence, without a full stop */
export function refused(
  endpoint: RemoteEndpoint,
  what: string,
  details: RemoteFailureDetails = {},
): RemoteFailure {
  const sentence = `${serviceName(endpoint)} ${what}.${adviceOf(details)}`;
  return new RemoteFailure('remote-refused', sentence, what, details);
}

function adviceOf({ advice }: RemoteFailureDetails): string {
  return advice === undefined ? '' : ` ${advice}.`;
}

/** In test mode nothing is charged (the interface, section 4.1). */
function again({ testMode }: RemoteEndpoint): string {
  return testMode
    ? 'To send it again costs nothing, as it is in test mode.'
    : 'To send it again may cost again.';
}
