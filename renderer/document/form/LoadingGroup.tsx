import { Checkbox } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { type FindingKind, findingKindLabels, findingKinds } from '@shared/request/preflight.js';
import { optionHelp } from '@shared/request/option-help.js';
import { call } from '../../bridge/bridge.js';
import { formatList } from '../../i18n/format.js';
import { t, textOf } from '../../i18n/t.js';
import { IconButton } from '../../ui/parts.js';
import { reportResult } from '../../ui/notices.js';
import { draftDefaults } from '../draft/draft-defaults.js';
import {
  allowedFoldersOf,
  changeDraft,
  disallowFolder,
  typeDraft,
  useDraft,
} from '../draft/draft-store.js';
import { Field, NormalInput, StepperInput, SwitchField } from './Field.js';
import { normalTimeout } from '../draft/normal-form.js';
import { PathList } from './Attachments.js';
import { OwnFields, ownFacts } from './OwnOptions.js';
import { Group } from './Group.js';

/** Scripts, waiting, and what a document may read. */
export function LoadingGroup() {
  const { javascript, timeout, failOn, tab, base } = useDraft(({ draft }) => draft);
  const folders = useDraft(({ draft }) => allowedFoldersOf(draft));
  const ownOnes = useDraft(useShallow(({ draft }) => ownFacts(draft, 'loading')));
  const isHtml = tab === 'html';
  const seconds = normalTimeout(timeout);
  const isLonger = seconds !== draftDefaults.timeout;
  const facts = [
    javascript ? t('form.javascriptOn') : t('form.javascriptOff'),
    ...(isLonger && seconds !== null ? [t('measures.seconds', { count: Number(seconds) })] : []),
    ...(isHtml && base !== '' ? [t('form.baseUrl')] : []),
    ...(failOn.length > 0 ? [t('form.failOnFact', { count: failOn.length })] : []),
    ...(folders.length > 0 ? [t('form.alsoReads', { count: folders.length })] : []),
    ...ownOnes,
  ];
  return (
    <Group
      name="loading"
      title={t('form.loadingGroup')}
      summary={formatList(facts)}
      isChanged={facts.length > 1 || !javascript || isLonger}
    >
      <SwitchField
        name="disableJavascript"
        label={t('form.javascript')}
        help="disableJavascript"
        isOn={javascript}
        defaultValue
        onChange={(isOn) => changeDraft({ javascript: isOn })}
      />
      <TimeoutField />
      <OwnFields group="loading" />
      {isHtml && <BaseField />}
      <FailOnField />
      {folders.length > 0 && <AllowedFolders folders={folders} />}
    </Group>
  );
}

function TimeoutField() {
  const timeout = useDraft(({ draft }) => draft.timeout);
  return (
    <Field
      name="timeoutSeconds"
      label={t('form.timeout')}
      help="timeoutSeconds"
      changed={normalTimeout(timeout) !== draftDefaults.timeout}
      onReset={() => changeDraft({ timeout: draftDefaults.timeout })}
      isLocalOnly
    >
      {(control) => (
        <StepperInput
          control={control}
          decreaseLabel={t('form.decreaseTimeout')}
          increaseLabel={t('form.increaseTimeout')}
          unit={t('form.seconds')}
          value={timeout}
          normalize={normalTimeout}
          range={{ lowest: 5, highest: 3600, step: 5 }}
          fallback={draftDefaults.timeout}
          onType={(text) => typeDraft({ timeout: text })}
          onNormal={(text) => changeDraft({ timeout: text })}
        />
      )}
    </Field>
  );
}

/** Base of relative links in the HTML of the editor: a folder or a URL. */
function BaseField() {
  const base = useDraft(({ draft }) => draft.base);
  return (
    <Field
      name="source.base"
      label={t('form.baseUrl')}
      help="base"
      changed={base !== ''}
      onReset={() => changeDraft({ base: '' })}
    >
      {(control) => (
        <div className="row">
          <NormalInput
            {...control}
            placeholder={t('form.basePlaceholder')}
            value={base}
            normalize={trimmed}
            onType={(text) => typeDraft({ base: text })}
            onNormal={(text) => changeDraft({ base: text })}
          />
          <IconButton
            icon={FolderOpen}
            label={t('form.chooseFolder')}
            onClick={() => void chooseBase()}
          />
        </div>
      )}
    </Field>
  );
}

async function chooseBase(): Promise<void> {
  const result = await call('source:choose-base', undefined);
  if (reportResult(t('form.chooseFolderFailed'), result) && result.value !== null)
    changeDraft({ base: result.value });
}

function trimmed(text: string): string {
  return text.trim();
}

/** Which warnings fail a conversion. */
function FailOnField() {
  const failOn = useDraft(({ draft }) => draft.failOn);
  const set = (kind: FindingKind, isWanted: boolean) =>
    changeDraft({
      failOn: findingKinds.filter((each) => (each === kind ? isWanted : failOn.includes(each))),
    });
  return (
    <Field
      name="failOn"
      label={textOf(optionHelp.failOn.label)}
      help={{ help: textOf(optionHelp.failOn.help), example: textOf(findingKindLabels.fonts) }}
      changed={failOn.length > 0}
      onReset={() => changeDraft({ failOn: draftDefaults.failOn })}
      isGroup
      isLocalOnly
    >
      {({ id }) => (
        <div className="checks">
          {findingKinds.map((kind, index) => (
            <Checkbox
              key={kind}
              id={index === 0 ? id : `${id}-${kind}`}
              size="xs"
              label={textOf(findingKindLabels[kind])}
              checked={failOn.includes(kind)}
              onChange={(event) => set(kind, event.currentTarget.checked)}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

/** The folders that the shown document may read besides its own. */
function AllowedFolders({ folders }: { readonly folders: readonly string[] }) {
  return (
    <section className="field" aria-label={t('form.allowedFolders')}>
      <span className="field-label">{t('form.allowedFolders')}</span>
      <PathList
        paths={folders}
        removeLabel={(folder) => t('form.removeAccess', { folder })}
        onRemove={disallowFolder}
      />
    </section>
  );
}
