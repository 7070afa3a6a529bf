import { ActionIcon, Tooltip } from '@mantine/core';
import {
  CircleX,
  ExternalLink,
  Folder,
  KeyRound,
  type LucideIcon,
  RotateCw,
  Trash2,
} from 'lucide-react';
import type { JobRow } from '@shared/jobs.js';
import { cancelJobs, openJob, removeJobs, retryJobs, showJobInFolder } from './job-actions.js';
import { focusJobs } from './selection-store.js';
import {
  type MissingCredential,
  useMissingCredential,
} from '../document/remote/missing-credential.js';
import { t } from '../i18n/t.js';

interface JobActionsProps {
  readonly row: JobRow;
  readonly isTabStop: boolean;
}

interface Action {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly run: () => void;
}

const onHover = { hover: true, focus: false, touch: false };

/** Icon buttons at the end of a job row, visible on hover and focus. */
export function JobActions({ row, isTabStop }: JobActionsProps) {
  const credential = useMissingCredential(row);
  return actionsOf(row, credential).map(({ icon: Icon, label, run }) => (
    <Tooltip key={label} label={label} events={onHover}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={t('window.actionOn', { action: label, name: row.name })}
        onClick={(event) => {
          event.stopPropagation();
          run();
        }}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}

function actionsOf(
  { id, status, path }: JobRow,
  credential: MissingCredential | null,
): readonly Action[] {
  if (status === 'queued' || status === 'running') {
    const cancel = { icon: CircleX, label: t('window.cancel'), run: () => void cancelJobs([id]) };
    if (credential === null) return [cancel];
    return [
      {
        icon: KeyRound,
        label: t('queue.enterCredential', { credential: credential.name }),
        run: credential.enter,
      },
      cancel,
    ];
  }
  const ofFile: readonly Action[] =
    path === undefined
      ? []
      : [
          { icon: ExternalLink, label: t('window.open'), run: () => void openJob(id) },
          { icon: Folder, label: t('window.showInFolder'), run: () => void showJobInFolder(id) },
        ];
  return [
    ...ofFile,
    {
      icon: RotateCw,
      label: t('window.retry'),
      run: () => void retryJobs([id]),
    },
    {
      icon: Trash2,
      label: t('window.removeFromList'),
      run: () => {
        focusJobs();
        void removeJobs([id]);
      },
    },
  ];
}
