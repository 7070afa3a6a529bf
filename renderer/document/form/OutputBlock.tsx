import { useId, useRef } from 'react';
import { message } from '@shared/messages/message.js';
import { formatBytes, isolated } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { useTargets } from '../../settings/targets-store.js';
import { FieldError } from '../../ui/inputs.js';
import { PlaceholderMenu, insertAtCaret } from '../../ui/PlaceholderMenu.js';
import { useFormContent, useSuggestedName } from '../preview/preview.js';
import { changeDraft, useDraft } from '../draft/draft-store.js';
import { countPdfs } from '../draft/merging.js';
import { useField } from './Field.js';
import { DestinationChips } from './DestinationChips.js';
import { OutputStatus } from './OutputStatus.js';
import { PrimaryButton } from './PrimaryButton.js';
import { outputExample, uploadExamples } from '../draft/output.js';
import { primaryActionSelector } from './primary-action.js';
import { SplitField } from './SplitField.js';
import { partsText, splitRule } from '../draft/splitting.js';
import './output.css';

/** Where the PDF goes and under which name: the rule for saving, converting and uploading. */
export function OutputBlock() {
  const id = useId();
  const content = useFormContent();
  return (
    <section className="output" aria-labelledby={id} data-keeps-focus={primaryActionSelector}>
      <div className="output-head">
        <h2 id={id}>{t('form.output')}</h2>
        {content.kind === 'pdf' && !content.isOutdated && (
          <span className="quiet">{formatBytes(content.shown.artifact.size)}</span>
        )}
      </div>
      <FileNameField />
      <DestinationChips />
      <SplitField />
      <OutputExample />
      <OutputStatus />
      <PrimaryButton />
    </section>
  );
}

const ending = '.pdf';

/** The name without its extension, which is added; if empty, the suggested one is used. */
function FileNameField() {
  const filename = useDraft(({ draft }) => draft.filename);
  const count = useDraft(({ draft }) => countPdfs(draft));
  const suggested = useSuggestedName();
  const { message: issue, control, onEnter, onLeave } = useField('filename');
  const input = useRef<HTMLInputElement>(null);
  const stem = withoutEnding(filename);

  function insert(placeholder: string): void {
    const text = insertAtCaret(input.current, stem, placeholder);
    changeDraft({ filename: `${text}${ending}` });
  }

  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <div
        className="file-name"
        data-error={control.error || undefined}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <input
          {...inputProps(control)}
          ref={input}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('form.fileName')}
          value={stem}
          placeholder={placeholderOf(count, suggested)}
          onChange={({ currentTarget: { value } }) => {
            const typed = withoutEnding(value);
            changeDraft({ filename: typed === '' ? '' : `${typed}${ending}` });
          }}
        />
        {(stem !== '' || count > 0) && <span className="quiet">{ending}</span>}
        <PlaceholderMenu placeholders={placeholderLabels} onInsert={insert} />
      </div>
      <FieldError id={`${control.id}-error`} message={issue} />
    </div>
  );
}

function inputProps({ error, ...control }: ReturnType<typeof useField>['control']) {
  return { ...control, 'aria-invalid': error };
}

function withoutEnding(name: string): string {
  return name.replace(/\.pdf$/i, '');
}

function placeholderOf(count: number, suggested: string): string {
  if (count === 0) return t('form.nameFromTitle');
  return count > 1 ? t('form.nameOfEach') : withoutEnding(suggested);
}

const placeholderLabels = {
  '{name}': message('form.placeholderName'),
  '{title}': message('form.placeholderTitle'),
  '{date}': message('form.placeholderDate'),
  '{n}': message('form.placeholderNumber'),
} as const;

/** Shows what placeholders and folders result in, for the document in the form. */
function OutputExample() {
  const draft = useDraft((state) => state.draft);
  const address = useDraft((state) => state.address);
  const content = useFormContent();
  const targets = useTargets((state) => state.targets);
  const suggested = useSuggestedName();
  const isTree = draft.outputFolder !== '' && countPdfs(draft) > 1;
  const rule = splitRule(draft);
  if (rule === undefined && !isTree && !draft.filename.includes('{') && draft.uploadPath === '')
    return null;
  const artifact = content.kind === 'pdf' && !content.isOutdated ? content.shown.artifact : null;
  const facts = { title: artifact?.title ?? '', date: new Date() };
  const saved = draft.save ? outputExample(draft, address, facts) : null;
  const places = [
    ...(saved === null ? [] : [saved]),
    ...uploadExamples(draft, address, facts, targets),
  ];
  const [first] = places;
  if (first === undefined) return null;
  if (rule !== undefined) {
    const isSuggested = draft.save && draft.filename === '' && countPdfs(draft) === 1;
    const text = partsText(rule, isSuggested ? suggested : first, artifact?.pages ?? null);
    return <p className="output-example quiet small">{text}</p>;
  }
  return (
    <p className="output-example quiet small">
      {t('form.savesAs', { places: places.map(isolated) })}
    </p>
  );
}
