import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { DeliveryChanges, DeliveryList, DeliveryRow } from '@shared/deliveries.js';
import type { Message } from '@shared/messages/message.js';
import { call, on } from '../bridge/bridge.js';
import { t } from '../i18n/t.js';
import { showFailure } from '../ui/notices.js';
import { inNextFrame } from './next-frame.js';

interface DeliveriesState {
  /** Uploads and webhooks by id. */
  readonly rows: ReadonlyMap<string, DeliveryRow>;
  /** Ids of each job's deliveries by job id, in order. */
  readonly byJob: ReadonlyMap<string, readonly string[]>;
  /** All ids in order. */
  readonly order: readonly string[];
  /** Why deliveries can't be persisted; undefined if they can. */
  readonly persistenceError: Message | undefined;
}

const none = { rows: new Map(), byJob: new Map(), order: [], persistenceError: undefined };

/** The deliveries as reported by the main process, which alone changes them. */
export const useDeliveries = create<DeliveriesState>(() => none);

/** Changes before the list arrives are contained in it. */
export async function startDeliveries(): Promise<void> {
  let isListed = false;
  on('deliveries:changed', (changes) => {
    if (isListed) inNextFrame(() => applyDeliveryChanges(changes));
  });
  const list = await call('deliveries:list', undefined);
  isListed = true;
  if (list.ok) applyDeliveryList(list.value);
  else showFailure(t('uploads.loadFailed'), list.error);
}

/** Replaces the whole list. */
export function applyDeliveryList(list: DeliveryList): void {
  useDeliveries.setState(none);
  applyDeliveryChanges({ ...list, removed: [] });
}

export function applyDeliveryChanges(changes: DeliveryChanges): void {
  const { rows: changed, removed, persistenceError } = changes;
  useDeliveries.setState((before) => {
    const rows = new Map(before.rows);
    for (const row of changed) rows.set(row.id, row);
    for (const id of removed) rows.delete(id);
    const added = changed.filter(({ id }) => !before.rows.has(id)).map(({ id }) => id);
    if (added.length === 0 && removed.length === 0) return { rows, persistenceError };
    const order = [...before.order, ...added].filter((id) => rows.has(id));
    return { rows, order, byJob: idsByJob(order, rows), persistenceError };
  });
}

function idsByJob(
  order: readonly string[],
  rows: ReadonlyMap<string, DeliveryRow>,
): ReadonlyMap<string, readonly string[]> {
  const byJob = new Map<string, string[]>();
  for (const id of order) {
    const job = rows.get(id)?.job ?? null;
    if (job === null) continue;
    const ids = byJob.get(job);
    if (ids) ids.push(id);
    else byJob.set(job, [id]);
  }
  return byJob;
}

/** The uploads and the webhook, in order. */
export function useJobDeliveries(job: string): readonly DeliveryRow[] {
  return useDeliveries(
    useShallow(({ rows, byJob }) => (byJob.get(job) ?? []).flatMap((id) => rows.get(id) ?? [])),
  );
}

/** Undefined once it is removed. */
export function useDelivery(id: string): DeliveryRow | undefined {
  return useDeliveries((state) => state.rows.get(id));
}

/** An upload of the form's PDF. */
export interface SentPdf {
  /** See `fileVersion`. */
  readonly version: string;
  /** The requested name. */
  readonly name: string;
  /** Ids of its deliveries. */
  readonly ids: readonly string[];
}

interface SentState {
  /**
   * The last upload of each PDF by `pdfKey`. Cleared when that PDF is saved, because the status
   * line shows the last result.
   */
  readonly sent: ReadonlyMap<string, SentPdf>;
  /** True while an upload is being submitted. */
  readonly sending: boolean;
}

/** Uploads from the preview since the window was opened. */
export const useSent = create<SentState>(() => ({ sent: new Map(), sending: false }));

export function rememberSent(key: string, sent: SentPdf): void {
  useSent.setState((state) => ({ sent: new Map(state.sent).set(key, sent) }));
}

/** Removes an upload from the status line. It continues and stays in the list. */
export function hideSent(key: string): void {
  useSent.setState(({ sent }) => ({
    sent: new Map([...sent].filter(([each]) => each !== key)),
  }));
}
