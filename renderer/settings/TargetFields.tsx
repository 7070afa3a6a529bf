import type { FieldIssue } from '@shared/errors.js';
import { type Message, message } from '@shared/messages/message.js';
import { changeTargetForm, touchTargetField, useTargetEditing } from './target-editing.js';
import { type TargetForm, providerNamed } from './target-form.js';
import { CertificatesRow } from './CertificatesRow.js';
import { SwitchRow } from './SwitchRow.js';
import { TextRow } from './TextRow.js';
import { type TargetField, fieldsUnderMore, messageAt } from './target-fields.js';
import { t, textOf } from '../i18n/t.js';

interface FieldsProps {
  readonly form: TargetForm;
  readonly issues: readonly FieldIssue[];
}

/** The fields that the provider requires. */
export function TargetFields({ form, issues }: FieldsProps) {
  const underMore = fieldsUnderMore(providerNamed(form.provider));
  return (
    <>
      <TextField field="name" form={form} issues={issues} />
      {!underMore.includes('endpoint') && (
        <TextField field="endpoint" form={form} issues={issues} />
      )}
      {!underMore.includes('region') && <TextField field="region" form={form} issues={issues} />}
      <TextField field="bucket" form={form} issues={issues} />
      <TextField field="prefix" form={form} issues={issues} />
    </>
  );
}

/** Fields that few buckets need. */
export function TargetMoreFields({ form, issues }: FieldsProps) {
  const underMore = fieldsUnderMore(providerNamed(form.provider));
  return (
    <>
      {underMore.includes('endpoint') && <TextField field="endpoint" form={form} issues={issues} />}
      {underMore.includes('region') && <TextField field="region" form={form} issues={issues} />}
      <SwitchRow
        id="target-pathStyle"
        label={t('destinations.pathStyle')}
        help={t('destinations.pathStyleHelp')}
        isOn={form.pathStyle}
        issue={messageAt(issues, 'pathStyle')}
        onChange={(pathStyle) => changeTargetForm({ pathStyle })}
      />
      <SwitchRow
        id="target-acl"
        label={t('destinations.ownerControl')}
        help={t('destinations.ownerControlHelp')}
        isOn={form.setsAcl}
        issue={messageAt(issues, 'acl')}
        onChange={(setsAcl) => changeTargetForm({ setsAcl })}
      />
      <TextField field="publicBase" form={form} issues={issues} />
      <CertificatesRow
        id="target-caFile"
        issue={messageAt(issues, 'caFile')}
        value={form.caFile}
        onChange={(caFile) => changeTargetForm({ caFile })}
        onFailure={(failure) => useTargetEditing.setState({ failure })}
      />
    </>
  );
}

interface FieldTexts {
  readonly label: Message;
  readonly placeholder: Message;
  readonly help?: Message;
}

/** The text fields, by their name in the form. */
const texts = {
  name: {
    label: message('settings.name'),
    placeholder: message('destinations.namePlaceholder'),
  },
  endpoint: {
    label: message('destinations.endpoint'),
    placeholder: message('destinations.endpointPlaceholder'),
  },
  region: {
    label: message('destinations.region'),
    placeholder: message('destinations.regionPlaceholder'),
    help: message('destinations.regionHelp'),
  },
  bucket: {
    label: message('destinations.bucket'),
    placeholder: message('destinations.bucketPlaceholder'),
  },
  prefix: {
    label: message('destinations.folder'),
    placeholder: message('destinations.folderPlaceholder'),
    help: message('destinations.folderHelp'),
  },
  publicBase: {
    label: message('destinations.publicUrl'),
    placeholder: message('destinations.publicUrlPlaceholder'),
    help: message('destinations.publicUrlHelp'),
  },
} as const satisfies Readonly<Record<string, FieldTexts>>;

interface TextFieldProps extends FieldsProps {
  readonly field: keyof typeof texts & TargetField;
}

function TextField({ field, form, issues }: TextFieldProps) {
  const { label, placeholder, help }: FieldTexts = texts[field];
  return (
    <TextRow
      id={`target-${field}`}
      label={textOf(label)}
      placeholder={textOf(placeholder)}
      help={help && textOf(help)}
      issue={messageAt(issues, field)}
      value={form[field]}
      onChange={(text) => changeTargetForm({ [field]: text })}
      onLeave={() => touchTargetField(field)}
    />
  );
}
