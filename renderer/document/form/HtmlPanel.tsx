import { Suspense, lazy } from 'react';
import { FieldError } from '../../ui/FieldError.js';
import { useField } from '../../ui/use-field.js';
import { changeDraft, useDraft } from './draft-store.js';
import { AllowedFolders } from './AllowedFolders.js';

const HtmlEditor = lazy(() => import('./HtmlEditor.js'));

/** The HTML tab: an editor that is loaded when first shown. */
export function HtmlPanel() {
  const html = useDraft(({ draft }) => draft.html);
  const { message, control, onEnter, onLeave } = useField('source');
  return (
    <div className="panel html-panel" onFocus={onEnter} onBlur={onLeave}>
      <div className="html-editor" data-error={control.error || undefined}>
        <Suspense fallback={<div aria-busy="true" />}>
          <HtmlEditor
            id={control.id}
            value={html}
            onChange={(text) => changeDraft({ html: text })}
          />
        </Suspense>
      </div>
      <FieldError id={`${control.id}-error`} message={message} />
      <AllowedFolders />
    </div>
  );
}
