import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { DeliveryRow } from '../../../../electron/shared/deliveries.js';
import type { bucketTargetSchema } from '../../../../electron/shared/targets.js';
import type { Ceph } from '../../../support/bucket/ceph.js';
import { call } from '../../jobs/support/queue-client.js';
import { testLimits } from '../../../support/runner-options.js';

/** For polls that call the bridge, which costs much processor time, so they are few. */
export const longTimeout = { timeout: testLimits.poll, interval: 200 };

export type TargetInput = z.input<typeof bucketTargetSchema>;

/** Returns a destination in a bucket of Ceph's owner. */
export function cephTarget(ceph: Ceph, bucket: string, more: Partial<TargetInput> = {}) {
  const { accessKeyId } = ceph.owner;
  return {
    id: 'papers',
    kind: 's3',
    name: 'Papers',
    provider: 'ceph',
    endpoint: ceph.endpoint,
    bucket,
    pathStyle: true,
    credentials: { kind: 'key', accessKeyId },
    ...more,
  } satisfies TargetInput;
}

/** Saves a destination with the secret key of Ceph's owner. */
export async function addTarget(page: Page, ceph: Ceph, target: TargetInput): Promise<void> {
  await call(page, 'targets:save', { target, secret: ceph.owner.secretAccessKey });
}

/** Converts HTML for the preview. */
export async function preview(page: Page, html: string) {
  const request = { source: { kind: 'html' as const, html } };
  const id = `preview of ${html}`.slice(0, 64);
  const { artifact } = await call(page, 'conversion:start', { id, request });
  if (artifact === null) throw new Error('The preview has no PDF.');
  return artifact;
}

/** Waits until deliveries have a status, and returns their rows. */
export async function untilDeliveries(
  page: Page,
  ids: readonly string[],
  status: DeliveryRow['status'],
): Promise<readonly DeliveryRow[]> {
  const rows = async () => {
    const { rows: all } = await call(page, 'deliveries:list', undefined);
    return ids.flatMap((id) => all.find((row) => row.id === id) ?? []);
  };
  await expect
    .poll(async () => (await rows()).map((row) => row.status), longTimeout)
    .toEqual(ids.map(() => status));
  return rows();
}

/** Waits until jobs are completed, and returns the ids of their deliveries. */
export async function deliveriesOf(
  page: Page,
  jobs: readonly string[],
): Promise<readonly string[]> {
  const rows = async () => {
    const list = await call(page, 'jobs:list', undefined);
    return list.rows.filter(({ id }) => jobs.includes(id));
  };
  await expect
    .poll(async () => (await rows()).map(({ status }) => status), longTimeout)
    .toEqual(jobs.map(() => 'completed'));
  return (await rows()).flatMap(({ deliveries }) => deliveries);
}
