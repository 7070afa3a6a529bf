import { Button } from '@mantine/core';
import { Eye, FolderOpen } from 'lucide-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { AppErrorData } from '@shared/messages/errors.js';
import type { Message } from '@shared/messages/message.js';
import type { Result } from '@shared/result.js';
import type { WatchRow } from '@shared/watch.js';
import { call } from '../../bridge/bridge.js';
import { readJobOptions } from '../../document/draft/read-batch.js';
import { useDraft } from '../../document/draft/draft-store.js';
import { t, textOf } from '../../i18n/t.js';
import { storePasswords } from '../../document/draft/passwords.js';
import { usePresets } from '../../presets/presets-store.js';
import { describeOptions } from '../../queue/wording.js';
import { typedPath } from '../../ui/home-folder.js';
import { EmptyNotice, IconButton } from '../../ui/parts.js';
import { TextInput } from '../../ui/inputs.js';
import { ItemRows } from '../items.js';
import { SelectRow, SettingRow } from '../rows.js';
import { useSettings } from '../settings-store.js';
import { endpointOf, useEndpoints, useTargets } from '../targets-store.js';

/** Stands for the options of the form in the list of presets, whose names are never empty. */
const formOptions = '';

/** The folders whose new documents are converted, and the form to add one. */
export function WatchedFolders() {
  const [rows, setRows] = useState<readonly WatchRow[]>([]);
  const [issue, setIssue] = useState<Message | null>(null);
  const endpoints = useEndpoints((state) => state.endpoints);
  const nameOf = (service: string) => endpointOf(endpoints, service)?.name ?? '';

  /** Returns true if the call succeeded; its error is shown otherwise. */
  function apply(result: Result<readonly WatchRow[]>): boolean {
    setIssue(result.ok ? null : result.error.message);
    if (result.ok) setRows(result.value);
    return result.ok;
  }

  async function remove(id: string): Promise<AppErrorData | null> {
    const result = await call('watch:remove', { id });
    if (!result.ok) return result.error;
    setRows(result.value);
    return null;
  }

  useEffect(() => {
    void call('watch:list', undefined).then(apply);
  }, []);

  return (
    <div className="settings">
      {rows.length === 0 ? (
        <EmptyNotice icon={Eye} title={t('watch.none')}>
          {t('watch.about')}
        </EmptyNotice>
      ) : (
        <ItemRows
          label={t('watch.folders')}
          items={rows}
          describe={({ id, folder, options, error }) => ({
            name: folder,
            facts: describeOptions(options, nameOf, false)
              .map(([name, value]) => t('watch.fact', { name, value }))
              .join(' · '),
            missing: error === undefined ? null : textOf(error),
            question: t('watch.removeQuestion', { folder }),
            onRemove: async () => remove(id),
          })}
        />
      )}
      <NewWatch issue={issue} onIssue={setIssue} onAdded={apply} />
    </div>
  );
}

interface NewWatchProps {
  readonly issue: Message | null;
  readonly onIssue: (issue: Message | null) => void;
  /** Returns false if the folder could not be added. */
  readonly onAdded: (result: Result<readonly WatchRow[]>) => boolean;
}

function NewWatch({ issue, onIssue, onAdded }: NewWatchProps) {
  const [folder, setFolder] = useState('');
  const [preset, setPreset] = useState(formOptions);
  const presets = usePresets((state) => state.presets);

  async function choose(): Promise<void> {
    const chosen = await call('watch:choose-folder', undefined);
    onIssue(chosen.ok ? null : chosen.error.message);
    if (chosen.ok && chosen.value !== null) setFolder(chosen.value);
  }

  async function add(): Promise<void> {
    await storePasswords();
    const { options, issues } = jobOptionsOf(preset);
    const [wrong] = issues;
    if (options === null || wrong !== undefined) {
      onIssue(wrong?.message ?? null);
      return;
    }
    if (onAdded(await call('watch:add', { folder: typedPath(folder), options }))) setFolder('');
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (folder.trim() !== '') void add();
  }

  return (
    <form className="settings" onSubmit={submit}>
      <SettingRow
        id="watched-folder"
        label={t('watch.folder')}
        issue={issue === null ? null : textOf(issue)}
      >
        <div className="row">
          <TextInput
            id="watched-folder"
            aria-describedby="watched-folder-error"
            aria-invalid={issue !== null}
            error={issue !== null}
            value={folder}
            onChange={(typed) => {
              setFolder(typed);
              onIssue(null);
            }}
          />
          <IconButton
            icon={FolderOpen}
            label={t('form.chooseFolder')}
            onClick={() => void choose()}
          />
        </div>
      </SettingRow>
      <SelectRow
        id="watched-options"
        label={t('watch.options')}
        help={t('watch.optionsHelp')}
        value={preset}
        choices={[
          [formOptions, t('watch.formOptions')],
          ...presets.map(({ name }) => [name, name] as const),
        ]}
        onChange={setPreset}
      />
      <div className="row">
        <Button type="submit" variant="default" disabled={folder.trim() === ''}>
          {t('watch.add')}
        </Button>
      </div>
    </form>
  );
}

/** Of a preset, or of the form. */
function jobOptionsOf(preset: string) {
  const { draft, defaultFormat } = useDraft.getState();
  const { presets } = usePresets.getState();
  const settings = presets.find(({ name }) => name === preset)?.settings ?? draft;
  return readJobOptions(settings, {
    unit: useSettings.getState().lengthUnit,
    defaultFormat,
    targets: useTargets.getState().targets,
    endpoints: useEndpoints.getState().endpoints,
    protections: useTargets.getState().secrets.protections,
  });
}
