import { Field } from '../../ui/Field.js';
import { StepperInput } from '../../ui/StepperInput.js';
import { TextInput } from '../../ui/TextInput.js';
import { draftDefaults } from './draft-defaults.js';
import { changeDraft, useDraft } from './draft-store.js';
import { pagesHint } from './pages-hint.js';
import { layoutKey, usePreview } from '../preview/preview-store.js';
import { selectParsedForm } from './reading.js';
import { Section } from './Section.js';
import { SwitchField } from './SwitchField.js';
import { t } from '../../i18n/t.js';

/** Which pages to keep, the scale, and whether scripts run. */
export function ContentSection() {
  return (
    <Section title={t('form.content')}>
      <PagesField />
      <ZoomField />
      <JavaScriptField />
    </Section>
  );
}

function PagesField() {
  const pages = useDraft(({ draft }) => draft.pages);
  const total = useTotalPages();
  return (
    <Field
      name="pages"
      label={t('form.pages')}
      help="pages"
      changed={pages !== ''}
      onReset={() => changeDraft({ pages: '' })}
    >
      {(control) => (
        <TextInput
          {...control}
          value={pages}
          placeholder={t('form.allPages')}
          end={control.error ? undefined : pagesHint(pages, total)}
          onChange={(text) => changeDraft({ pages: text })}
        />
      )}
    </Field>
  );
}

function ZoomField() {
  const zoom = useDraft(({ draft }) => draft.zoom);
  return (
    <Field
      name="zoom"
      label={t('form.zoom')}
      help={{ help: t('form.zoomHelp'), example: '85' }}
      changed={zoom.trim() !== draftDefaults.zoom}
      onReset={() => changeDraft({ zoom: draftDefaults.zoom })}
    >
      {(control) => (
        <StepperInput
          control={control}
          decreaseLabel={t('form.decreaseZoom')}
          increaseLabel={t('form.increaseZoom')}
          unit="%"
          value={zoom}
          range={{ lowest: 10, highest: 200, step: 5, fallback: 100 }}
          onChange={(text) => changeDraft({ zoom: text })}
        />
      )}
    </Field>
  );
}

function JavaScriptField() {
  const javascript = useDraft(({ draft }) => draft.javascript);
  return (
    <SwitchField
      name="disableJavascript"
      label={t('form.javascript')}
      help="disableJavascript"
      isOn={javascript}
      defaultValue
      onChange={(isOn) => changeDraft({ javascript: isOn })}
    />
  );
}

/** Returns the page count without page ranges; null until a preview has reported it. */
function useTotalPages(): number | null {
  const request = useDraft(selectParsedForm).request;
  const total = usePreview((state) => state.total);
  return request && total?.layout === layoutKey(request) ? total.pages : null;
}
