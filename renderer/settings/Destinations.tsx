import {
  type TargetField,
  type TargetForm,
  addTarget,
  changeTargetForm,
  duplicateTarget,
  editTarget,
  fieldsUnderMore,
  messageAt,
  providerNamed,
  readFolder,
  readServer,
  targetEditing,
  targetFields,
  touchTargetField,
  uploadOptionFields,
  uploadOptionsSummary,
  useTargetEditing,
  withProvider,
} from './target-form.js';
import {
  type Confirmation,
  type EditorFields,
  ItemEditor,
  ItemFocus,
  ItemList,
  ListedItem,
} from './items.js';
import { Cloud } from 'lucide-react';
import type { ReactNode } from 'react';
import { BrowseButton, BucketBrowser } from './BucketBrowser.js';
import { removeTarget, useTargets } from './targets-store.js';
import { SecretField, useSecretHelp } from './secrets.js';
import { t, textOf } from '../i18n/t.js';
import { type BucketFolder, type BucketTarget, targetFolder } from '@shared/targets.js';
import { useDeliveries } from '../queue/deliveries-store.js';
import type { FieldIssue } from '@shared/errors.js';
import { bucketProviders } from '@shared/bucket-providers.js';
import {
  CertificatesRow,
  FoldedFields,
  LinesRow,
  MoreFields,
  SelectRow,
  SettingRow,
  SwitchRow,
  TextRow,
} from './rows.js';
import { maxTags, objectLabel } from '@shared/object-settings.js';
import { type Message, message } from '@shared/messages/message.js';

/** The destinations: the list, or the form of the edited one. */
export function TargetSettings() {
  const edited = useTargetEditing(({ form }) => form?.id ?? null);
  return (
    <ItemFocus edited={edited}>{edited === null ? <TargetList /> : <TargetEditor />}</ItemFocus>
  );
}

function TargetList() {
  const targets = useTargets((state) => state.targets);
  return (
    <ItemList
      label={t('settings.destinations')}
      items={targets}
      icon={Cloud}
      emptyTitle={t('destinations.none')}
      about={t('destinations.about')}
      addLabel={t('uploads.addDestination')}
      onAdd={addTarget}
    >
      {(target, confirmation) => <TargetItem key={target.id} target={target} {...confirmation} />}
    </ItemList>
  );
}

interface TargetItemProps extends Confirmation {
  readonly target: BucketTarget;
}

/** One destination with its actions. */
function TargetItem({ target, ...confirmation }: TargetItemProps) {
  const hasSecret = useTargets(({ secrets }) => secrets.targets.includes(target.id));
  const isMissingCredential = target.credentials.kind === 'key' && !hasSecret;
  return (
    <ListedItem
      id={target.id}
      name={target.name}
      facts={`${textOf(providerNamed(target.provider).label)} · ${targetFolder(target)}`}
      missing={isMissingCredential ? t('destinations.secretKeyMissing') : null}
      {...confirmation}
      onEdit={() => editTarget(target)}
      onDuplicate={() => duplicateTarget(target)}
      question={<Question target={target} />}
      onRemove={() => removeTarget(target.id)}
    />
  );
}

function Question({ target }: { readonly target: BucketTarget }) {
  const waiting = useWaiting(target);
  return (
    <>
      {t('destinations.removeQuestion', { name: target.name })}
      {waiting > 0 && ` ${t('destinations.pendingUploads', { count: waiting })}`}
    </>
  );
}

function useWaiting(target: BucketTarget): number {
  const rows = useDeliveries((state) => state.rows);
  const folder = targetFolder(target);
  return [...rows.values()].filter(
    ({ status, to, destination }) =>
      (status === 'waiting' || status === 'failed') &&
      to === target.name &&
      destination.startsWith(folder),
  ).length;
}

/** The form of a destination: provider, required fields, and the rest under More. */
function TargetEditor() {
  const state = useTargetEditing();
  const hasSecret = useTargets(({ secrets }) => secrets.targets.includes(state.form?.id ?? ''));
  return (
    <ItemEditor
      editing={targetEditing}
      state={state}
      title={state.isNew ? t('destinations.new') : (state.form?.name ?? '')}
      addLabel={t('uploads.addDestination')}
      testingText={t('destinations.testing')}
      fields={targetFields}
      hasSecret={hasSecret}
    >
      {(fields) => (
        <>
          <ProviderField form={fields.form} />
          <TargetFields form={fields.form} issues={fields.issues} />
          <TargetCredentials {...fields} />
          <MoreFields
            editing={targetEditing}
            state={state}
            isWrong={areWrong(fieldsUnderMore(providerNamed(fields.form.provider)), fields.issues)}
          >
            <TargetMoreFields form={fields.form} issues={fields.issues} />
          </MoreFields>
          <FoldedFields
            editing={targetEditing}
            state={state}
            label={t('objects.uploadOptions')}
            summary={uploadOptionsSummary(fields.form)}
            isWrong={areWrong(uploadOptionFields, fields.issues)}
          >
            <UploadOptionFields form={fields.form} issues={fields.issues} />
          </FoldedFields>
        </>
      )}
    </ItemEditor>
  );
}

function ProviderField({ form }: { readonly form: TargetForm }) {
  return (
    <SelectRow
      id="target-provider"
      label={t('destinations.provider')}
      autoFocus
      value={form.provider}
      choices={bucketProviders.map(({ name, label }) => [name, textOf(label)] as const)}
      onChange={(provider) => changeTargetForm(withProvider(form, provider))}
    />
  );
}

/** Returns true if one of these fields is invalid. */
function areWrong(fields: readonly TargetField[], issues: readonly FieldIssue[]): boolean {
  return fields.some((field) => messageAt(issues, field) !== null);
}

interface FieldsProps {
  readonly form: TargetForm;
  readonly issues: readonly FieldIssue[];
}

/** The fields that the provider requires. */
function TargetFields({ form, issues }: FieldsProps) {
  const underMore = fieldsUnderMore(providerNamed(form.provider));
  return (
    <>
      <TextField field="name" form={form} issues={issues} />
      {!underMore.includes('endpoint') && (
        <TextField field="endpoint" form={form} issues={issues} />
      )}
      {!underMore.includes('region') && <TextField field="region" form={form} issues={issues} />}
      <PlaceField
        field="bucket"
        label={t('browse.browseBuckets')}
        startOf={() => null}
        form={form}
        issues={issues}
      />
      <PlaceField
        field="prefix"
        label={t('browse.browseFolders')}
        startOf={readFolder}
        form={form}
        issues={issues}
      />
    </>
  );
}

interface PlaceFieldProps extends FieldsProps {
  readonly field: 'bucket' | 'prefix';
  readonly label: string;
  /** Returns where browsing begins; null: in the list of buckets. */
  readonly startOf: (form: TargetForm) => BucketFolder | null;
}

/** The bucket or the folder: typed, or chosen from a list. */
function PlaceField({ field, label, startOf, form, issues }: PlaceFieldProps) {
  const owner = `target-${field}`;

  function start() {
    const { server, issues: found } = readServer(form);
    if (server) return { server, secretField: 'target-secret', place: startOf(form) };
    targetEditing.showErrors(found.map((issue) => issue.field));
    return null;
  }

  return (
    <TextField
      field={field}
      form={form}
      issues={issues}
      action={<BrowseButton owner={owner} label={label} start={start} />}
    >
      <BucketBrowser owner={owner} root={null} onChoose={(place) => changeTargetForm(place)} />
    </TextField>
  );
}

/** Fields that few buckets need. */
function TargetMoreFields({ form, issues }: FieldsProps) {
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

const encryptionChoices = [
  ['', message('objects.encryptionDefault')],
  ['AES256', message('objects.encryptionS3')],
  ['aws:kms', message('objects.encryptionKms')],
] as const;

/** What uploads request for their objects. */
function UploadOptionFields({ form, issues }: FieldsProps) {
  return (
    <>
      <UploadOption option="storageClass" form={form} issues={issues} />
      <SelectRow
        id="target-encryption"
        label={t('objects.encryption')}
        issue={messageAt(issues, 'object.encryption')}
        value={form.encryption}
        choices={encryptionChoices.map(([value, label]) => [value, textOf(label)] as const)}
        onChange={(encryption) => changeTargetForm({ encryption })}
      />
      {form.encryption === 'aws:kms' && (
        <UploadOption option="kmsKey" form={form} issues={issues} />
      )}
      <UploadOption option="cacheControl" form={form} issues={issues} />
      <UploadOption option="contentDisposition" form={form} issues={issues} />
      <UploadOption option="metadata" form={form} issues={issues} />
      <UploadOption option="tags" form={form} issues={issues} />
    </>
  );
}

interface UploadOptionProps extends FieldsProps {
  readonly option: keyof typeof optionTexts;
}

function UploadOption({ option, form, issues }: UploadOptionProps) {
  const { placeholder, help }: Omit<FieldTexts, 'label'> = optionTexts[option];
  const Row = option === 'metadata' || option === 'tags' ? LinesRow : TextRow;
  return (
    <Row
      id={`target-${option}`}
      label={textOf(objectLabel(option))}
      placeholder={textOf(placeholder)}
      help={help && textOf(help)}
      issue={messageAt(issues, `object.${option}`)}
      value={form[option]}
      onChange={(text) => changeTargetForm({ [option]: text })}
      onLeave={() => touchTargetField(`object.${option}`)}
    />
  );
}

const optionTexts = {
  storageClass: { placeholder: message('objects.storageClassPlaceholder') },
  kmsKey: {
    placeholder: message('objects.kmsKeyPlaceholder'),
    help: message('objects.kmsKeyHelp'),
  },
  cacheControl: { placeholder: message('objects.cacheControlPlaceholder') },
  contentDisposition: {
    placeholder: message('objects.contentDispositionPlaceholder'),
    help: message('objects.contentDispositionHelp'),
  },
  metadata: {
    placeholder: message('objects.metadataPlaceholder'),
    help: message('objects.metadataHelp'),
  },
  tags: {
    placeholder: message('objects.tagsPlaceholder'),
    help: message('objects.tagsHelp', { max: maxTags }),
  },
} as const;

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
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

function TextField({ field, form, issues, action, children }: TextFieldProps) {
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
      action={action}
    >
      {children}
    </TextRow>
  );
}

type TargetCredentialsProps = EditorFields<TargetForm>;

/** Authentication with a bucket: access key or local AWS configuration. */
function TargetCredentials(props: TargetCredentialsProps) {
  const { form, issues } = props;
  const isKey = form.credentials === 'key';
  return (
    <>
      <SelectRow
        id="target-credentials"
        label={t('settings.authentication')}
        {...(!isKey && { issue: messageAt(issues, 'credentials') })}
        value={form.credentials}
        choices={[
          ['key', t('destinations.accessKey')],
          ['machine', t('destinations.localConfiguration')],
        ]}
        onChange={(credentials) => changeTargetForm({ credentials })}
      />
      {isKey ? <KeyFields {...props} /> : <ProfileField form={form} issues={issues} />}
    </>
  );
}

function KeyFields({ form, issues, hasSecret, secret, onForget }: TargetCredentialsProps) {
  const secretIssue = messageAt(issues, 'credentials');
  const secretHelp = useSecretHelp();
  return (
    <>
      <TextRow
        id="target-accessKeyId"
        label={t('destinations.accessKey')}
        placeholder={t('destinations.accessKeyPlaceholder')}
        issue={messageAt(issues, 'credentials.accessKeyId')}
        value={form.accessKeyId}
        onChange={(accessKeyId) => changeTargetForm({ accessKeyId })}
        onLeave={() => touchTargetField('credentials.accessKeyId')}
      />
      <SettingRow
        id="target-secret"
        label={t('destinations.secretKey')}
        help={hasSecret ? undefined : secretHelp}
        issue={secretIssue}
      >
        <SecretField
          id="target-secret"
          subject={t('destinations.secretKeySubject')}
          isStored={hasSecret}
          isWrong={secretIssue !== null}
          input={secret}
          onType={() => changeTargetForm({})}
          onForget={onForget}
        />
      </SettingRow>
    </>
  );
}

function ProfileField({ form, issues }: Pick<TargetCredentialsProps, 'form' | 'issues'>) {
  return (
    <TextRow
      id="target-profile"
      label={t('destinations.profile')}
      placeholder={t('destinations.profilePlaceholder')}
      help={t('destinations.profileHelp')}
      issue={messageAt(issues, 'credentials.profile')}
      value={form.profile}
      onChange={(profile) => changeTargetForm({ profile })}
      onLeave={() => touchTargetField('credentials.profile')}
    />
  );
}
