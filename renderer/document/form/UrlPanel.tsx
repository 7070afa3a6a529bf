import { ActionIcon, Tooltip } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import type { ClipboardEvent } from 'react';
import { FieldError } from '../../ui/FieldError.js';
import { TextInput } from '../../ui/TextInput.js';
import { useField } from '../../ui/use-field.js';
import { pasteAddresses, writeAddress } from '../batch/address-actions.js';
import { addressLines, tidyLines } from '../batch/addresses.js';
import { loadUrl, touchFields, useDraft } from './draft-store.js';
import { renderNow } from '../preview/preview-runner.js';
import { AddressList } from './AddressList.js';
import { t } from '../../i18n/t.js';

/** The URL tab: one URL, loaded by Enter, the button or on blur, or a list pasted as lines. */
export function UrlPanel() {
  const url = useDraft(({ draft }) => draft.url);
  const chosen = useDraft(({ address }) => address);
  const { message, control, onEnter, onLeave } = useField('source');
  const lines = addressLines(url);
  const isList = lines.length > 1;

  return (
    <div
      className="panel"
      onFocus={onEnter}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) loadUrl();
        onLeave(event);
      }}
    >
      <label htmlFor={control.id}>
        {isList ? t('form.urlOf', { number: chosen + 1, count: lines.length }) : t('form.url')}
      </label>
      <div className="row">
        <TextInput
          {...control}
          inputMode="url"
          placeholder={t('form.urlPlaceholder')}
          value={lines[chosen] ?? ''}
          onChange={writeAddress}
          onPaste={pasteLines}
          onKeyDown={({ key }) => {
            if (key === 'Enter') load();
          }}
        />
        <Tooltip label={t('form.loadPageHint')}>
          <ActionIcon size={32} variant="default" aria-label={t('form.loadPage')} onClick={load}>
            <ArrowRight size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <span id={`${control.id}-help`} className="quiet small">
        {isList ? t('form.previewingUrl') : t('form.urlHelp')}
      </span>
      <FieldError id={`${control.id}-error`} message={message} />
      {isList && <AddressList />}
    </div>
  );
}

function load(): void {
  const { draft, address, loadedUrl } = useDraft.getState();
  const isSame = loadedUrl === addressLines(draft.url)[address];
  loadUrl();
  touchFields(['source']);
  if (isSame) renderNow();
}

/** A single-line field would join the pasted lines. */
function pasteLines(event: ClipboardEvent): void {
  const text = event.clipboardData.getData('text/plain');
  if (tidyLines(text).length < 2) return;
  event.preventDefault();
  pasteAddresses(text);
}
