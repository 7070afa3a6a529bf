import { Button, Menu } from '@mantine/core';
import { Ellipsis, Pause, Play, TriangleAlert } from 'lucide-react';
import type { Message } from '@shared/messages/message.js';
import { useDeliveries } from './uploads/deliveries-store.js';
import { cancelJobs, clearCompleted, pauseQueue, removeJobs, retryFailed } from './job-actions.js';
import { UploadsCount } from './uploads/UploadsCount.js';
import { ListTitle } from './ListTitle.js';
import type { DrawerView } from './uploads/drawer-view.js';
import { batchText, countsText } from './job-wording.js';
import { useJobs } from './jobs-store.js';
import { t, textOf } from '../i18n/t.js';

interface JobsHeadProps {
  /** The open list. */
  readonly view: DrawerView;
  readonly hasJobs: boolean;
  readonly hasUploads: boolean;
}

/** The header of the drawer: counts, batch progress and queue actions. */
export function JobsHead({ view, hasJobs, hasUploads }: JobsHeadProps) {
  const summary = useJobs((state) => state.summary);
  const { batch, counts, paused, persistenceError } = summary;
  const uploadError = useDeliveries((state) => state.persistenceError);
  const hasPending = counts.queued + counts.running > 0;
  return (
    <div className="jobs-head">
      {hasJobs && (
        <ListTitle view="jobs" name={t('queue.jobs')} shown={hasUploads ? view : null}>
          {countsText(summary).join(' · ')}
        </ListTitle>
      )}
      {batch && <BatchProgress ended={batch.ended} total={batch.total} text={batchText(summary)} />}
      {hasUploads && (
        <ListTitle view="uploads" name={t('queue.uploads')} shown={hasJobs ? view : null}>
          <UploadsCount />
        </ListTitle>
      )}
      <PersistenceError error={persistenceError} />
      <PersistenceError error={uploadError} />
      <div className="jobs-head-end">
        {(hasPending || paused) && <PauseButton paused={paused} />}
        {hasJobs && <QueueMenu />}
      </div>
    </div>
  );
}

/** Why a list can't be persisted. */
function PersistenceError({ error }: { readonly error: Message | undefined }) {
  if (error === undefined) return null;
  const text = textOf(error);
  return (
    <span className="jobs-persistence-error cut" role="alert" title={text}>
      <TriangleAlert size={14} aria-hidden />
      {text}
    </span>
  );
}

interface BatchProgressProps {
  readonly ended: number;
  readonly total: number;
  readonly text: string | null;
}

function BatchProgress({ ended, total, text }: BatchProgressProps) {
  return (
    <span className="jobs-progress">
      <progress max={total} value={ended} aria-label={t('queue.batchProgress')} />
      <span className="cut">{text}</span>
    </span>
  );
}

function PauseButton({ paused }: { readonly paused: boolean }) {
  const Icon = paused ? Play : Pause;
  return (
    <Button
      variant={paused ? 'light' : 'subtle'}
      {...(!paused && { color: 'gray' })}
      size="compact-sm"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void pauseQueue(!paused)}
    >
      {paused ? t('queue.resume') : t('queue.pause')}
    </Button>
  );
}

/** Actions for all jobs of a state; disabled if there are none. */
function QueueMenu() {
  const counts = useJobs(({ summary }) => summary.counts);
  const ended = counts.completed + counts.failed + counts.canceled;
  return (
    <Menu position="top-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" aria-label={t('queue.actions')}>
          <Ellipsis size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={counts.queued + counts.running === 0}
          onClick={() => void cancelJobs('unended')}
        >
          {t('queue.cancelAll')}
        </Menu.Item>
        <Menu.Item disabled={counts.failed === 0} onClick={() => void retryFailed()}>
          {t('queue.retryFailed')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={counts.completed === 0} onClick={() => void clearCompleted()}>
          {t('queue.clearCompleted')}
        </Menu.Item>
        <Menu.Item disabled={ended === 0} onClick={() => void removeJobs('ended')}>
          {t('queue.clearFinished')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
