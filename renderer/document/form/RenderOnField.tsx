import { Field } from '../../ui/Field.js';
import { SelectInput } from '../../ui/SelectInput.js';
import { changeDraft, useDraft } from './draft-store.js';
import { endpointOf, useEndpoints } from '../../settings/endpoints-store.js';
import { removedService, useFormService } from '../remote/render-place.js';
import { t, textOf } from '../../i18n/t.js';

/** Selects local conversion or a remote service. Hidden if there are no services. */
export function RenderOnSection() {
  const endpoints = useEndpoints((state) => state.endpoints);
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  if (endpoints.length === 0 && renderOn === null) return null;
  return (
    <section className="composer-section conversion-section" aria-label={t('form.conversion')}>
      <RenderOnField />
    </section>
  );
}

function RenderOnField() {
  const endpoints = useEndpoints((state) => state.endpoints);
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  const isGone = renderOn !== null && !endpointOf(endpoints, renderOn);
  return (
    <Field
      name="renderOn"
      label={t('form.convertWith')}
      help={{
        help: t('form.convertWithHelp'),
        example: t('form.thisComputer'),
      }}
      changed={renderOn !== null}
      onReset={() => changeDraft({ renderOn: null })}
    >
      {(control) => (
        <>
          <SelectInput
            {...control}
            value={renderOn ?? ''}
            onChange={(id) => changeDraft({ renderOn: id === '' ? null : id })}
          >
            <option value="">{t('form.thisComputer')}</option>
            {endpoints.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {isGone && <option value={renderOn}>{textOf(removedService)}</option>}
          </SelectInput>
          {!isGone && <ServiceNote />}
        </>
      )}
    </Field>
  );
}

function ServiceNote() {
  const service = useFormService();
  if (!service) return null;
  return (
    <p className="field-note quiet small">
      {service.testMode ? t('form.testModeNote') : t('form.chargeNote')}
    </p>
  );
}
