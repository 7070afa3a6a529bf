import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import type { BridgeInput } from '../../../../electron/shared/bridge.js';
import type { DeliveryRow } from '../../../../electron/shared/deliveries.js';
import type { Ceph } from '../../../support/bucket/ceph.js';
import { call } from '../../jobs/support/queue-client.js';

/** The machine may be busy. */
export const patience = { timeout: 20_000 };

export type TargetInput = BridgeInput<'targets:save'>['target'];

/** A target in a bucket of Ceph's owner. */
export function cephTarget(ceph: Ceph, bucket: string, more: Partial<TargetInput> = {}) {
  const { accessKeyId } = ceph.owner;
  return {
    id: 'papers',
    name: 'Papers',
    provider: 'ceph',
    endpoint: ceph.endpoint,
    bucket,
    pathStyle: true,
    credentials: { kind: 'key', accessKeyId },
    ...more,
  } satisfies TargetInput;
}

/** Adds a target of Ceph's owner, with the owner's secret key. */
export async function addTarget(page: Page, ceph: Ceph, target: TargetInput): Promise<void> {
  await call(page, 'targets:save', { target, secret: ceph.owner.secretAccessKey });
}

/** Makes a PDF for the preview. */
export async function preview(page: Page, html: string) {
  const request = { source: { kind: 'html' as const, html } };
  const id = `preview of ${html}`.slice(0, 64);
  const { artifact } = await call(page, 'conversion:start', { id, request });
  if (artifact === null) throw new Error('There is no preview.');
  return artifact;
}

/** Waits until the deliveries of these ids have this status, and gives their rows. */
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
    .poll(async () => (await rows()).map((row) => row.status), patience)
    .toEqual(ids.map(() => status));
  return rows();
}

/** Waits until the jobs of these ids are completed, and gives the ids of their deliveries. */
export async function deliveriesOf(
  page: Page,
  jobs: readonly string[],
): Promise<readonly string[]> {
  const rows = async () => {
    const list = await call(page, 'jobs:list', undefined);
    return list.rows.filter(({ id }) => jobs.includes(id));
  };
  await expect
    .poll(async () => (await rows()).map(({ status }) => status), patience)
    .toEqual(jobs.map(() => 'completed'));
  return (await rows()).flatMap(({ deliveries }) => deliveries);
}
