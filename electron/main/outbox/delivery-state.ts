import type { Delivery, DeliveryState } from './delivery.js';

export type WaitingState = Extract<DeliveryState, { status: 'waiting' }>;
type CanceledState = Extract<DeliveryState, { status: 'canceled' }>;
export type Begun = NonNullable<WaitingState['begun']>;

/** Whether nothing more is done for a delivery by itself: it is delivered, skipped, failed or canceled. */
export function isAtRest({ status }: DeliveryState): boolean {
  return isDone({ status }) || status === 'failed' || status === 'canceled';
}

/** Whether a delivery needs neither its PDF nor another try any more. */
export function isDone({ status }: Pick<DeliveryState, 'status'>): boolean {
  return status === 'delivered' || status === 'skipped';
}

/** Whether names and addresses of a delivery are kept out of logs and history. */
export function isPrivate({ compliance }: Pick<Delivery, 'compliance'>): boolean {
  return compliance.gdpr || compliance.hipaa;
}

/** How often it has been tried since somebody asked for it. */
export function attemptsOf(state: DeliveryState): number {
  return state.status === 'held' ? 0 : state.attempts;
}

/** What tries so far may have left at the other side. */
export function begunOf(state: DeliveryState): Begun | undefined {
  return 'begun' in state ? state.begun : undefined;
}

/** The state of a delivery that the person has canceled, whatever it did. */
export function canceledAfter(state: DeliveryState): CanceledState {
  const begun = begunOf(state);
  return { status: 'canceled', attempts: attemptsOf(state), ...(begun && { begun }) };
}

/** The state of a delivery whose next try comes at once, or when its time has come. */
export function waitingAfter(
  state: DeliveryState,
  change: Partial<Omit<WaitingState, 'status'>> = {},
): WaitingState {
  const begun = begunOf(state);
  return { status: 'waiting', attempts: attemptsOf(state), ...(begun && { begun }), ...change };
}
