import { UnstyledButton } from '@mantine/core';
import { CircleX, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { WarningGroup } from '@shared/jobs.js';
import { call } from '../bridge/bridge.js';
import { t, textOf } from '../i18n/t.js';
import { showJobsWithWarning } from './job-actions.js';
import { showOnly, useJobs, useListing } from './jobs-store.js';
import { readLater } from './read-later.js';

/** Why jobs failed and what is wrong with pages, grouped: each leads to its jobs. */
export function QueueOverview() {
  const { counts, failures } = useListing();
  const warnings = useWarningGroups();
  return (
    <>
      <h2>{t('queue.jobCount', { count: counts.all })}</h2>
      <p className="quiet">{t('queue.selectJob')}</p>
      <Problems label={t('queue.failures')} isError problems={failureGroups(failures)} />
      <Problems label={t('queue.warnings')} problems={warnings} />
    </>
  );
}

export interface Problem {
  readonly text: string;
  /** How many jobs have it. */
  readonly count: number;
  /** Absent if there is no other job to show. */
  readonly showJobs?: () => void;
}

interface ProblemsProps {
  readonly label: string;
  readonly isError?: boolean;
  readonly problems: readonly Problem[];
}

/** Errors or warnings that lead to the jobs that have them. */
export function Problems({ label, isError = false, problems }: ProblemsProps) {
  if (problems.length === 0) return null;
  const Icon = isError ? CircleX : TriangleAlert;
  return (
    <ul className="queue-problems" aria-label={label} data-error={isError || undefined}>
      {problems.map(({ text, count, showJobs }, index) => (
        <li key={index}>
          <Icon size={14} aria-hidden />
          <span>
            {text}{' '}
            {showJobs && (
              <UnstyledButton className="queue-link" onClick={showJobs}>
                {t('queue.inFiles', { count })}
              </UnstyledButton>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Of all jobs, the most frequent first; reads them again as jobs end. */
function useWarningGroups(): readonly Problem[] {
  const ended = useJobs(({ summary: { counts } }) => counts.completed + counts.failed);
  const [warnings, setWarnings] = useState<readonly WarningGroup[]>([]);
  useEffect(
    () =>
      readLater(
        async () => call('jobs:warnings', undefined),
        (result) => {
          if (result.ok) setWarnings(result.value);
        },
      ),
    [ended],
  );
  return warnings.map(({ message, count, job, index }) => ({
    text: textOf(message),
    count,
    showJobs: () => void showJobsWithWarning(job, index, textOf(message)),
  }));
}

/** The most frequent reason first. */
function failureGroups(failures: ReadonlyMap<string, readonly string[]>): readonly Problem[] {
  return [...failures]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([text, ids]) => ({
      text,
      count: ids.length,
      showJobs: () => showOnly({ tab: 'all', query: '', problem: { text, ids: new Set(ids) } }),
    }));
}
