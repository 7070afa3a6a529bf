import type { FieldIssue } from '@shared/errors.js';
import {
  changeTargetForm,
  touchTargetField,
  useTargetEditing,
} from '../../store/delivery/target-editing.js';
import { type TargetForm, providerNamed } from '../../store/delivery/target-form.js';
import { CertificatesRow } from './CertificatesRow.js';
import { SwitchRow } from './SwitchRow.js';
import { TextRow } from './TextRow.js';
import { type TargetField, fieldsUnderMore, messageAt } from './target-fields.js';

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
        label="Path-style URLs"
        help="Puts the bucket in the path of the URL: host/bucket/name.pdf."
        isOn={form.pathStyle}
        issue={messageAt(issues, 'pathStyle')}
        onChange={(pathStyle) => changeTargetForm({ pathStyle })}
      />
      <SwitchRow
        id="target-acl"
        label="Grant bucket owner full control"
        help="Sets bucket-owner-full-control on each object. Some providers don't support it."
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

/** The text fields, by their name in the form. */
const texts = {
  name: { label: 'Name', placeholder: 'papers', help: undefined },
  endpoint: {
    label: 'Endpoint',
    placeholder: 'https://s3.example.org',
    help: undefined,
  },
  region: {
    label: 'Region',
    placeholder: 'eu-central-1',
    help: 'If empty, from the local AWS configuration, or us-east-1.',
  },
  bucket: { label: 'Bucket', placeholder: 'my-bucket', help: undefined },
  prefix: {
    label: 'Folder',
    placeholder: 'reports/2026',
    help: 'Folder in the bucket. If empty, the top level.',
  },
  publicBase: {
    label: 'Public URL',
    placeholder: 'https://files.example.org',
    help: "Base of links, such as a CDN. If empty, the object's own URL.",
  },
} as const;

interface TextFieldProps extends FieldsProps {
  readonly field: keyof typeof texts & TargetField;
}

function TextField({ field, form, issues }: TextFieldProps) {
  return (
    <TextRow
      id={`target-${field}`}
      {...texts[field]}
      issue={messageAt(issues, field)}
      value={form[field]}
      onChange={(text) => changeTargetForm({ [field]: text })}
      onLeave={() => touchTargetField(field)}
    />
  );
}
