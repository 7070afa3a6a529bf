import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyDeliveryChanges,
  applyDeliveryList,
  useDeliveries,
} from '../../../../renderer/queue/deliveries-store.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import { clearableIds } from '../../../../renderer/queue/delivery-wording.js';
import { upload } from '../support/deliveries.js';

beforeEach(() => applyDeliveryList({ rows: [] }));

describe('the deliveries', () => {
  it('follow changes in order', () => {
    applyDeliveryList({ rows: [upload('1', { job: 'a' }), upload('2')] });
    applyDeliveryChanges({
      rows: [upload('3', { job: 'a' }), upload('2', { status: 'delivered' })],
      removed: [],
    });
    const { order, rows, byJob } = useDeliveries.getState();
    expect(order).toEqual(['1', '2', '3']);
    expect(rows.get('2')?.status).toBe('delivered');
    expect(byJob.get('a')).toEqual(['1', '3']);
  });

  it('keep the same order if only a row changed', () => {
    applyDeliveryList({ rows: [upload('1')] });
    const { order } = useDeliveries.getState();
    applyDeliveryChanges({ rows: [upload('1', { sent: 5 })], removed: [] });
    expect(useDeliveries.getState().order).toBe(order);
    expect(useDeliveries.getState().rows.get('1')?.sent).toBe(5);
  });

  it('forget a removed delivery, for its job as well', () => {
    applyDeliveryList({ rows: [upload('1', { job: 'a' }), upload('2', { job: 'b' })] });
    applyDeliveryChanges({ rows: [], removed: ['1'] });
    const { order, byJob } = useDeliveries.getState();
    expect(order).toEqual(['2']);
    expect([...byJob.keys()]).toEqual(['b']);
  });

  it('report why they cannot be persisted, until they can', () => {
    const persistenceError = literal('The disk is full.');
    applyDeliveryList({ rows: [], persistenceError });
    expect(useDeliveries.getState().persistenceError).toBe(persistenceError);
    applyDeliveryChanges({ rows: [], removed: [] });
    expect(useDeliveries.getState().persistenceError).toBeUndefined();
    applyDeliveryChanges({ rows: [], removed: [], persistenceError });
    expect(useDeliveries.getState().persistenceError).toBe(persistenceError);
  });

  it('skip one that was added and removed between two events', () => {
    applyDeliveryChanges({ rows: [upload('1', { job: 'a' })], removed: ['1'] });
    expect(useDeliveries.getState()).toMatchObject({ order: [] });
    expect(useDeliveries.getState().byJob.size).toBe(0);
  });

  it('can be cleared unless they may be retried, such as a failed webhook', () => {
    const listed = [
      upload('sent', { status: 'delivered' }),
      upload('skipped', { status: 'skipped' }),
      upload('waits'),
      upload('refused', { job: 'a', status: 'failed' }),
      upload('refusal-reported', { kind: 'webhook', job: 'a', status: 'delivered' }),
      upload('reportResult', { kind: 'webhook', job: 'b', status: 'delivered' }),
    ];
    expect(clearableIds(listed)).toEqual(['sent', 'skipped', 'reportResult']);
  });
});
