import type { BucketAccess } from './bucket-access.js';

/** Why something did not work, before it is put into a sentence. */
export interface FailureReason {
  /** The end of a sentence, without a full stop. */
  readonly reason: string;
  /** What to do about it: a sentence of its own, without a full stop. */
  readonly advice: string;
  /** Whether another try by itself may work. */
  readonly isPassing: boolean;
  /** The field of the target that the fault lies in. */
  readonly field?: string;
  /** Whether a grant of the bucket's owner puts it right, though the fault shows in another field. */
  readonly isGrant?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** What a reason may have to name. */
export interface FailedRequest {
  readonly access: BucketAccess;
  readonly bucket: string;
  /** The region that the request was signed for; absent where it did not come to that. */
  readonly region?: string | undefined;
}

/** A reason that goes away by itself, or may. */
export function passing(reason: string, advice: string, field?: string): FailureReason {
  return { reason, advice, isPassing: true, ...(field !== undefined && { field }) };
}

/** A reason that stays until somebody changes something. */
export function lasting(reason: string, advice: string, field?: string): FailureReason {
  return { reason, advice, isPassing: false, ...(field !== undefined && { field }) };
}

/** Whether a request went out as this computer's AWS settings say, and no target of the settings has a part in it. */
export function isMachineOnly({ access, bucket }: FailedRequest): boolean {
  return access.credentials.kind === 'machine' && access.name === bucket;
}
