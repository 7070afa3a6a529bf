import type { DeliveryRow } from '../../shared/deliveries.js';
import type { AppErrorData } from '../../shared/errors.js';
import { type ObjectLocation, s3Uri } from '../../shared/request/storage.js';
import { hostOf } from '../webhooks/webhook-post.js';
import type { Delivery } from './delivery.js';
import { attemptsOf } from './delivery-state.js';

/** What the list shows beside the delivery itself. */
export interface RowContext {
  readonly nameOf: (target: string | null, place: ObjectLocation) => string;
  /** Bytes sent so far, while it runs. */
  readonly sent: number | undefined;
  /** When its route may be taken again, in milliseconds since the epoch; 0: now. */
  readonly opensAt: number;
  /** Why its route may not be taken now. */
  readonly routeError: AppErrorData | undefined;
}

/** A delivery as a line of the list; null for one that is held, which the person knows as a job that goes on. */
export function deliveryRow(delivery: Delivery, context: RowContext): DeliveryRow | null {
  const { id, kind, job, state } = delivery;
  if (state.status === 'held') return null;
  return {
    id,
    kind,
    job,
    ...(delivery.kind === 'upload'
      ? {
          file: delivery.pdf.name,
          to: context.nameOf(delivery.target, delivery),
          destination: s3Uri(delivery),
          size: delivery.pdf.size,
          ...(delivery.target !== null && { target: delivery.target }),
        }
      : {
          file: delivery.outcome.kind === 'completed' ? delivery.outcome.file.name : '',
          to: hostOf(delivery.address),
          destination: delivery.address,
          size: 0,
        }),
    status: state.status,
    attempts: attemptsOf(state),
    ...progress(delivery, context),
  };
}

type Progress = Pick<DeliveryRow, 'sent' | 'retryAt' | 'error' | 'receipt'>;

function progress({ state }: Delivery, { sent, opensAt, routeError }: RowContext): Progress {
  switch (state.status) {
    case 'waiting': {
      const retryAt = Math.max(state.retryAt ?? 0, Number.isFinite(opensAt) ? opensAt : 0);
      const error = state.error ?? routeError;
      return { ...(retryAt > 0 && { retryAt }), ...(error && { error }) };
    }
    case 'running':
      return sent === undefined ? {} : { sent };
    case 'failed':
      return { error: state.error };
    case 'delivered':
    case 'skipped':
      return state.receipt ? { receipt: state.receipt } : {};
    case 'canceled':
      return state.error ? { error: state.error } : {};
    case 'held':
      return {};
  }
}
