import { ActionIcon, Tooltip } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { FieldError } from '../../components/FieldError.js';
import { TextInput } from '../../components/TextInput.js';
import { useField } from '../../components/use-field.js';
import { changeDraft, loadUrl, revealFields, useDraft } from '../../store/draft-store.js';
import { renderNow } from '../../store/preview-runner.js';

/** The URL tab: an address, loaded with Enter, with the button, or when the field is left. */
export function UrlPanel() {
  const url = useDraft(({ draft }) => draft.url);
  const { message, control, onEnter, onLeave } = useField('source');

  function load(): void {
    const isSame = useDraft.getState().loadedUrl === url;
    loadUrl();
    revealFields(['source']);
    if (isSame) renderNow();
  }

  return (
    <div
      className="panel"
      onFocus={onEnter}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) loadUrl();
        onLeave(event);
      }}
    >
      <label htmlFor={control.id}>Address</label>
      <div className="row">
        <TextInput
          {...control}
          inputMode="url"
          placeholder="example.org/page"
          value={url}
          onChange={(text) => changeDraft({ url: text })}
          onKeyDown={({ key }) => {
            if (key === 'Enter') load();
          }}
        />
        <Tooltip label="Load the page (Enter)">
          <ActionIcon size={32} variant="default" aria-label="Load the page" onClick={load}>
            <ArrowRight size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <span id={`${control.id}-help`} className="quiet small">
        An address without https:// gets it.
      </span>
      <FieldError id={`${control.id}-error`} message={message} />
    </div>
  );
}
