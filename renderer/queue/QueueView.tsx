import './queue.css';
import {
  ActionIcon,
  Button,
  Menu,
  SegmentedControl,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import {
  BrushCleaning,
  Ellipsis,
  FolderOpen,
  Layers,
  Pause,
  Play,
  RotateCw,
  TriangleAlert,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Message } from '@shared/messages/message.js';
import { formatNumber } from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import { EmptyNotice } from '../ui/parts.js';
import { showView } from '../ui/ui-store.js';
import { currentListing, selectAll, showOnly, useJobs, useListing } from './jobs-store.js';
import {
  cancelJobs,
  clearDone,
  clearFinished,
  pauseQueue,
  retryFailed,
  showJobInFolder,
} from './job-actions.js';
import { batchEndText, footerText, queueTabs, tabNames } from './wording.js';
import { QueueDetails } from './QueueDetails.js';
import { QueueTable } from './QueueTable.js';
import { useDeliveries } from './deliveries-store.js';
import { FilterField, ListView, ToolbarButton } from '../ui/ListView.js';

/** The queue: a table of jobs and uploads, its batch, and the details of what is selected. */
export function QueueView() {
  const isEmpty = useListing().counts.all === 0;
  return (
    <ListView
      label={t('queue.jobs')}
      className="queue-view"
      details={!isEmpty && <QueueDetails />}
      onSelectAll={selectAll}
    >
      <PersistenceErrors />
      {isEmpty ? (
        <EmptyQueue />
      ) : (
        <>
          <Toolbar />
          <QueueTable />
          <Footer />
        </>
      )}
    </ListView>
  );
}

function EmptyQueue() {
  return (
    <EmptyNotice
      icon={Layers}
      title={t('queue.empty')}
      actions={
        <Button variant="default" onClick={() => showView('document')}>
          {t('queue.goToDocument')}
        </Button>
      }
    >
      {t('queue.emptyHint')}
    </EmptyNotice>
  );
}

/** Why the lists can't be persisted. An empty list has to be persisted as well. */
function PersistenceErrors() {
  const ofJobs = useJobs(({ summary }) => summary.persistenceError);
  const ofUploads = useDeliveries(({ persistenceError }) => persistenceError);
  return (
    <>
      <PersistenceError error={ofJobs} />
      <PersistenceError error={ofUploads} />
    </>
  );
}

function PersistenceError({ error }: { readonly error: Message | undefined }) {
  if (error === undefined) return null;
  return (
    <p className="queue-persistence-error" role="alert">
      <TriangleAlert size={14} aria-hidden />
      {textOf(error)}
    </p>
  );
}

/** Tabs, filter, and actions for all rows. */
function Toolbar() {
  const { counts } = useListing();
  const [tab, query, problem] = useJobs(
    useShallow((state) => [state.tab, state.query, state.problem] as const),
  );
  const shown = queueTabs.filter((each) => each === 'all' || each === tab || counts[each] > 0);
  return (
    <>
      <div className="list-toolbar" data-keeps-focus='[role="row"][tabindex="0"]'>
        <SegmentedControl
          aria-label={t('queue.filter')}
          value={tab}
          data={shown.map((value) => ({
            value,
            label: `${textOf(tabNames[value])} ${formatNumber(counts[value])}`,
          }))}
          onChange={(value) => showOnly({ tab: value })}
        />
        <div className="list-toolbar-end">
          <FilterField
            label={t('queue.filterByName')}
            placeholder={t('queue.filterPlaceholder')}
            query={query}
            onChange={(typed) => showOnly({ query: typed })}
          />
          <ToolbarButton
            icon={RotateCw}
            label={t('queue.retryFailed')}
            isPossible={counts.failed > 0}
            run={() => void retryFailed()}
          />
          <ToolbarButton
            icon={BrushCleaning}
            label={t('queue.clearDone')}
            isPossible={counts.done > 0}
            run={clearDone}
          />
          <QueueMenu />
        </div>
      </div>
      {problem && (
        <div className="queue-filter">
          <TriangleAlert size={14} aria-hidden />
          <span className="cut" title={problem.text}>
            {problem.text}
          </span>
          <UnstyledButton
            className="queue-link"
            onClick={() => showOnly({ problem: null })}
            aria-label={t('queue.showAllJobs')}
          >
            <X size={14} aria-hidden />
          </UnstyledButton>
        </div>
      )}
    </>
  );
}

/** Less frequent actions for all rows; disabled if there are none. */
function QueueMenu() {
  const { counts } = useListing();
  const unended = useJobs(({ summary }) => summary.counts.queued + summary.counts.running);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
      onChange={setIsOpen}
    >
      <Menu.Target>
        <Tooltip label={t('queue.actions')} disabled={isOpen}>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('queue.actions')}>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={unended === 0} onClick={() => void cancelJobs('unended')}>
          {t('queue.cancelAll')}
        </Menu.Item>
        <Menu.Item
          disabled={counts.done + counts.failed + counts.canceled === 0}
          onClick={clearFinished}
        >
          {t('queue.clearFinished')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Pause, the progress of the batch, and its folder. */
function Footer() {
  const summary = useJobs((state) => state.summary);
  const { undelivered } = useListing();
  const { batch, counts, paused } = summary;
  const isPausable = counts.queued + counts.running > 0 || paused;
  return (
    <footer className="queue-footer" data-keeps-focus='[role="row"][tabindex="0"]'>
      {isPausable && <PauseButton paused={paused} />}
      {batch && (
        <progress max={batch.total} value={batch.ended} aria-label={t('queue.batchProgress')} />
      )}
      <span className="queue-progress cut">{footerText(summary, undelivered)}</span>
      <FolderButton />
    </footer>
  );
}

function PauseButton({ paused }: { readonly paused: boolean }) {
  const Icon = paused ? Play : Pause;
  return (
    <Button
      variant={paused ? 'light' : 'subtle'}
      {...(!paused && { color: 'gray' })}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void pauseQueue(!paused)}
    >
      {paused ? t('queue.resume') : t('queue.pause')}
    </Button>
  );
}

/** Shows the PDF that was saved last in its folder. */
function FolderButton() {
  const hasSaved = useJobs(({ rows }) => lastSaved(rows.keys()) !== null);
  if (!hasSaved) return null;
  return (
    <Button
      className="queue-folder"
      variant="subtle"
      leftSection={<FolderOpen size={16} aria-hidden />}
      onClick={() => {
        const id = lastSaved(currentListing().ids) ?? lastSaved(useJobs.getState().order);
        if (id !== null) void showJobInFolder(id);
      }}
    >
      {t('queue.showFolder')}
    </Button>
  );
}

/** The last that has a saved PDF; null for none. */
function lastSaved(ids: Iterable<string>): string | null {
  const { rows } = useJobs.getState();
  return [...ids].findLast((id) => rows.get(id)?.path !== undefined) ?? null;
}

/**
 * Announces the end of a batch to screen readers, once. Always mounted, because live regions
 * announce changes only.
 */
export function BatchAnnouncement() {
  const result = useJobs(({ summary }) => summary.lastBatch);
  return <VisuallyHidden role="status">{result ? batchEndText(result) : ''}</VisuallyHidden>;
}
