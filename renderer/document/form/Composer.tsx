import { useShallow } from 'zustand/react/shallow';
import { t, textOf } from '../../i18n/t.js';
import { endpointOf, useEndpoints } from '../../settings/targets-store.js';
import { SelectInput } from '../../ui/inputs.js';
import { removedService, useFormService } from '../draft/services.js';
import { changeDraft, useDraft } from '../draft/draft-store.js';
import { Field } from './Field.js';
import { AttachmentsField } from './Attachments.js';
import { HeaderFields, headerFacts } from './HeaderFields.js';
import { OwnFields, ownFacts } from './OwnOptions.js';
import { SecurityFields, securityFacts } from './SecurityFields.js';
import { Source } from './Source.js';
import './composer.css';
import { FactsGroup, OwnGroup } from './Group.js';
import { LoadingGroup } from './LoadingGroup.js';
import { PageGroup } from './PageGroup.js';
import { PrivacyGroup } from './PrivacyGroup.js';

/** The document and its options. */
export function Composer() {
  return (
    <div className="composer">
      <Source />
      <RenderOnField />
      <div className="option-groups">
        <PageGroup />
        <HeaderGroup />
        <OwnGroup name="contents" title={t('form.contentsGroup')} unset={t('form.nothingSet')} />
        <LoadingGroup />
        <OwnGroup
          name="appearance"
          title={t('form.appearanceGroup')}
          unset={t('form.printMedia')}
        />
        <InfoGroup />
        <SecurityGroup />
        <PrivacyGroup />
      </div>
    </div>
  );
}

/** What readers show about the PDF, and the files in it. */
function InfoGroup() {
  const facts = useDraft(
    useShallow(({ draft }) => [
      ...ownFacts(draft, 'info'),
      ...(draft.attachments.length > 0
        ? [t('form.attachmentsFact', { count: draft.attachments.length })]
        : []),
    ]),
  );
  return (
    <FactsGroup name="info" title={t('form.infoGroup')} facts={facts} unset={t('form.fromPage')}>
      <OwnFields group="info" />
      <AttachmentsField />
    </FactsGroup>
  );
}

/** Passwords and permissions. */
function SecurityGroup() {
  const facts = useDraft(useShallow(({ draft }) => securityFacts(draft)));
  return (
    <FactsGroup
      name="security"
      title={t('form.securityGroup')}
      facts={facts}
      unset={t('form.nothingSet')}
    >
      <SecurityFields />
    </FactsGroup>
  );
}

function HeaderGroup() {
  const facts = useDraft(useShallow(({ draft }) => headerFacts(draft)));
  return (
    <FactsGroup
      name="header"
      title={t('form.headerGroup')}
      facts={facts}
      unset={t('form.nothingSet')}
    >
      <HeaderFields />
    </FactsGroup>
  );
}

/** Hidden if there are no services. */
function RenderOnField() {
  const endpoints = useEndpoints((state) => state.endpoints);
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  const service = useFormService();
  if (endpoints.length === 0 && renderOn === null) return null;
  const isGone = renderOn !== null && !endpointOf(endpoints, renderOn);
  return (
    <div className="conversion">
      <Field
        name="renderOn"
        label={t('form.convertWith')}
        help={{ help: t('form.convertWithHelp'), example: t('form.locally') }}
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
              <option value="">{t('form.locally')}</option>
              {endpoints.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {isGone && <option value={renderOn}>{textOf(removedService)}</option>}
            </SelectInput>
            {service && !isGone && (
              <p className="field-note quiet small">
                {service.testMode ? t('form.testModeNote') : t('form.chargeNote')}
              </p>
            )}
          </>
        )}
      </Field>
    </div>
  );
}
