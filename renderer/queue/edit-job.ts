import type { Draft } from '@shared/draft.js';
import type { JobOptions, JobRow } from '@shared/jobs.js';
import type { ConversionSource } from '@shared/request/source.js';
import { type BucketTarget, targetFolder } from '@shared/targets.js';
import { call } from '../bridge.js';
import { changeDraft, loadUrl, touchFields, useDraft } from '../document/form/draft-store.js';
import { fieldNames } from '../document/form/fields.js';
import { draftOfRequest } from '../document/remote/draft-of-request.js';
import { t, textOf } from '../i18n/t.js';
import { targetOf, useTargets } from '../settings/targets-store.js';
import { reportResult, showUndo } from '../ui/notices.js';
import { showView } from '../ui/ui-store.js';

/** Loads the source and the options of a job into the form, with undo. */
export async function editJob({ id, name }: JobRow): Promise<void> {
  const [source, details] = await Promise.all([
    call('jobs:source', { id }),
    call('jobs:details', { id }),
  ]);
  const title = t('queue.editFailed');
  if (!reportResult(title, source) || !reportResult(title, details)) return;
  await editConversion(source.value, details.value.options, textOf(name));
}

/** Loads a source and options into the form and shows it, with undo. */
export async function editConversion(
  source: ConversionSource,
  options: JobOptions,
  name: string,
): Promise<void> {
  const change = draftOfJob(await withSize(source), options, useTargets.getState().targets);
  const { draft: before } = useDraft.getState();
  changeDraft(change);
  if (change.tab === 'url') loadUrl(change.url);
  touchFields(fieldNames);
  showView('document');
  showUndo(t('queue.editing', { name }), () => {
    changeDraft(before);
    loadUrl(before.url);
  });
}

interface SizedSource {
  readonly source: ConversionSource;
  /** Of a file, in bytes; 0 if it is gone. */
  readonly size: number;
}

async function withSize(source: ConversionSource): Promise<SizedSource> {
  if (source.kind !== 'file') return { source, size: 0 };
  const found = await call('source:inspect', { paths: [source.path] });
  const [file] = found.ok ? found.value.files : [];
  return { source, size: file?.size ?? 0 };
}

/** Returns the form of a job. */
function draftOfJob(
  { source, size }: SizedSource,
  { request, output, renderOn }: JobOptions,
  targets: readonly BucketTarget[],
): Partial<Draft> {
  const { change } = draftOfRequest({ ...request, source }, targets);
  const known = output.uploads.flatMap(({ target, destination }) => {
    const bucket = targetOf(targets, target);
    return bucket ? [{ bucket, destination }] : [];
  });
  const [first] = known;
  return {
    ...change,
    ...(change.files && { files: change.files.map((file) => ({ ...file, size })) }),
    renderOn,
    outputFolder: output.folder ?? '',
    existing: output.existing,
    save: output.save,
    uploadTargets: known.map(({ bucket }) => bucket.id),
    uploadPath: first ? uploadPath(first.bucket, first.destination, request.filename) : '',
  };
}

/** Returns what was entered as the path of an upload; empty for the destination's own folder. */
function uploadPath(target: BucketTarget, destination: string, filename = '{name}.pdf'): string {
  const path = destination.slice(targetFolder(target).length);
  return path.endsWith(filename) ? path.slice(0, -filename.length).replace(/\/$/, '') : path;
}
