import { basename, dirname } from 'node:path';
import type { DocumentName, JobPartRow, JobRow, WarningGroup } from '../../shared/jobs.js';
import { message } from '../../shared/messages/message.js';
import type { Finding, Preflight } from '../../shared/request/preflight.js';
import { defaultFilename, expandFilename, hasPlaceholder } from '../../shared/request/filename.js';
import { partFilename } from '../../shared/split.js';
import { placeholderValues } from '../files/plan-delivery.js';
import {
  type Job,
  type JobSource,
  type JobState,
  countDropped,
  deliveryIds,
  hasWaitingParts,
  isDiscarded,
  isEnded,
  keptPdf,
  sourceForNames,
} from './job.js';

export function jobRow(job: Job): JobRow {
  const { id, source, options, state, progress, credentialError } = job;
  return {
    id,
    ...nameAndPlace(source),
    status: state.status,
    ...(!isEnded(state) && expectedName(job)),
    ...(options.renderOn !== null && { renderOn: options.renderOn }),
    ...(progress && state.status === 'running' && progress),
    ...resultOf(state),
    ...(state.status === 'queued' && credentialError !== null && { error: credentialError }),
    ...((keptPdf(state) !== undefined || hasKeptParts(state)) && { kept: true }),
    ...(state.split && { parts: state.split.parts.length }),
    deliveries: [...deliveryIds(state)],
    ...(countDropped(state) > 0 && { dropped: countDropped(state) }),
    ...(isDiscarded(state) && { discarded: true }),
    findings: preflightOf(state).length,
  };
}

/** Returns the name that the PDF gets unless it exists; nothing if it needs the page's title. */
function expectedName({ source, options, number, of, added }: Job): Pick<JobRow, 'expected'> {
  const { filename } = options.request;
  const named = sourceForNames(source);
  if (filename !== undefined && hasPlaceholder(filename, 'title')) return {};
  const values = placeholderValues({ source: named, date: new Date(added), number, of }, '');
  const name = filename === undefined ? defaultFilename(named) : expandFilename(filename, values);
  if (options.output.split === undefined) return { expected: name };
  return { expected: `${partFilename(name, firstPart)} …` };
}

const firstPart = { number: 1, of: 1, range: { first: 0, end: 0, title: '' } } as const;

/** Parts that could not be saved are kept. */
function hasKeptParts(state: JobState): boolean {
  return state.status === 'failed' && hasWaitingParts(state);
}

export function partRows({ split }: JobState): JobPartRow[] {
  return (split?.parts ?? []).map(({ first, end, title, size, path, state }) => ({
    firstPage: first + 1,
    lastPage: end,
    name: path === null ? title : basename(path),
    size,
    status: state === 'committing' ? 'waiting' : state,
  }));
}

/** As far as the warnings are known. */
export function preflightOf(state: JobState): Preflight {
  if (state.status === 'completed') return state.pdf?.preflight ?? [];
  const own = state.status === 'failed' ? state.preflight : undefined;
  return own ?? state.kept?.preflight ?? state.split?.whole.preflight ?? [];
}

export function jobsWith(finding: Finding, jobs: readonly Readonly<Job>[]): string[] {
  const text = JSON.stringify(finding);
  const isIt = (each: Finding) =>
    each.message.key === finding.message.key && JSON.stringify(each) === text;
  return jobs.filter(({ state }) => preflightOf(state).some(isIt)).map(({ id }) => id);
}

/** How many kinds of warnings the overview of the queue lists. */
const maxWarningGroups = 12;

/** The most frequent warnings, the first of them first. */
export function warningGroups(jobs: readonly Readonly<Job>[]): WarningGroup[] {
  const groups = new Map<string, WarningGroup>();
  for (const { id, state } of jobs) {
    for (const [index, finding] of preflightOf(state).entries()) {
      const text = JSON.stringify(finding);
      const group = groups.get(text);
      if (group) group.count += 1;
      else groups.set(text, { message: finding.message, count: 1, job: id, index });
    }
  }
  return [...groups.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, maxWarningGroups);
}

export function nameAndPlace(source: JobSource): DocumentName {
  switch (source.kind) {
    case 'file':
      return { name: basename(source.path), place: dirname(source.path) };
    case 'url':
      return { name: source.url, place: '' };
    case 'html':
    case 'stored-html':
      return { name: message('jobs.html'), place: '' };
    case 'private':
      return { name: message('jobs.privateDocument'), place: '' };
    case 'merged': {
      const [first, ...others] = source.parts.map(nameAndPlace);
      const { name = '', place = '' } = first ?? {};
      return { name: message('merge.documents', { first: name, count: others.length }), place };
    }
  }
}

function resultOf(state: JobState): Partial<JobRow> {
  switch (state.status) {
    case 'completed': {
      const { pdf, remote, ranMs } = state;
      const path = state.path === null ? {} : { path: state.path };
      const duration = ranMs === undefined ? {} : { ranMs };
      const result = { ...path, ...duration, ...(remote && { remote }) };
      if (pdf !== null) return { ...result, pages: pdf.pages, size: pdf.size };
      return remote ? result : { ...path, skipped: true };
    }
    case 'failed':
      return {
        error: state.error,
        ...(state.kept && { pages: state.kept.pages, size: state.kept.size }),
      };
    case 'queued':
    case 'running':
    case 'canceled':
      return {};
  }
}
