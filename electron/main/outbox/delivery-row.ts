import type { DeliveryRow } from '../../shared/deliveries.js';
import type { AppErrorData } from '../../shared/messages/errors.js';
import { type UploadLocation, locationUri } from '../../shared/upload-location.js';
import { hostOf } from '../webhooks/webhook-post.js';
import { type Delivery, attemptsOf } from './delivery.js';

/** What a row shows in addition to the delivery. */
export interface RowContext {
  readonly nameOf: (target: string | null, place: UploadLocation) => string;
  /** Bytes sent by the running attempt. */
  readonly sent: number | undefined;
  /** When its route may be used, in milliseconds since the epoch; 0: now. */
  readonly availableAt: number;
  /** Why its route may not be used now. */
  readonly error: AppErrorData | undefined;
}

/** Null for a staged delivery, which is part of its running job. */
export function deliveryRow(delivery: Delivery, context: RowContext): DeliveryRow | null {
  const { id, kind, job, state } = delivery;
  if (state.status === 'staged') return null;
  return {
    id,
    kind,
    job,
    ...(delivery.kind === 'upload'
      ? {
          file: delivery.pdf.name,
          to: context.nameOf(delivery.target, delivery),
          destination: locationUri(delivery),
          size: delivery.pdf.size,
          ...(delivery.target !== null && { target: delivery.target }),
        }
      : {
          file: delivery.outcome.file?.name ?? delivery.source ?? '',
          to: hostOf(delivery.address),
          destination: delivery.address,
          size: 0,
        }),
    status: state.status,
    attempts: attemptsOf(state),
    ...progressOf(delivery, context),
  };
}

type Progress = Pick<DeliveryRow, 'sent' | 'retryAt' | 'error' | 'receipt'>;

function progressOf({ state }: Delivery, { sent, availableAt, error }: RowContext): Progress {
  switch (state.status) {
    case 'waiting': {
      // While another delivery probes the route, it is unknown when it may be used.
      const routeAt = Number.isFinite(availableAt) ? availableAt : 0;
      const retryAt = Math.max(state.retryAt ?? 0, routeAt);
      const reason = state.error ?? error;
      return { ...(retryAt > 0 && { retryAt }), ...(reason && { error: reason }) };
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
    case 'staged':
      return {};
  }
}
