import {
  type TargetField,
  type TargetForm,
  type TargetType,
  addTarget,
  duplicateTarget,
  editTarget,
  fieldsUnderMore,
  providerNamed,
  readBucketServer,
  readFolder,
  showRefusal,
  targetEditing,
  uploadOptionFields,
  uploadOptionsSummary,
  useTargetEditing,
  withType,
} from '../target-form.js';
import {
  type Confirmation,
  type EditorFields,
  ItemEditor,
  ItemFocus,
  ItemList,
  ListedItem,
  SecretRow,
} from '../items.js';
import { Cloud } from 'lucide-react';
import type { ReactNode } from 'react';
import { BrowseButton, FolderBrowser } from '../FolderBrowser.js';
import { ServerFields, serverLabels } from '../ServerFields.js';
import { isServerKind } from '../server-form.js';
import { removeTarget, useTargets } from '../targets-store.js';
import { t, textOf } from '../../i18n/t.js';
import { requiresSecret, serverKinds } from '@shared/server-targets.js';
import {
  type UploadTarget,
  bucketFolderAt,
  bucketPath,
  isBucket,
  targetFolder,
} from '@shared/targets.js';
import { useDeliveries } from '../../queue/deliveries-store.js';
import { type BucketProviderName, bucketProviders } from '@shared/bucket-providers.js';
import {
  CertificatesRow,
  FoldedFields,
  LinesRow,
  MoreFields,
  SelectRow,
  SwitchRow,
  TextRow,
} from '../rows.js';
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
  readonly target: UploadTarget;
}

/** One destination with its actions. */
function TargetItem({ target, ...confirmation }: TargetItemProps) {
  const hasSecret = useTargets(({ secrets }) => secrets.targets.includes(target.id));
  return (
    <ListedItem
      id={target.id}
      name={target.name}
      facts={`${typeLabel(target)} · ${targetFolder(target)}`}
      missing={hasSecret ? null : missingText(target)}
      {...confirmation}
      onEdit={() => editTarget(target)}
      onDuplicate={() => duplicateTarget(target)}
      question={<Question target={target} />}
      onRemove={() => removeTarget(target.id)}
    />
  );
}

function typeLabel(target: UploadTarget): string {
  return isBucket(target)
    ? textOf(providerNamed(target.provider).label)
    : textOf(serverLabels[target.kind]);
}

/** Says that a destination needs a secret; null if it doesn't. */
function missingText(target: UploadTarget): string | null {
  if (!isBucket(target)) {
    return requiresSecret(target) ? t('destinations.passwordMissing') : null;
  }
  return target.credentials.kind === 'key' ? t('destinations.secretKeyMissing') : null;
}

function Question({ target }: { readonly target: UploadTarget }) {
  const waiting = useWaiting(target);
  return (
    <>
      {t('destinations.removeQuestion', { name: target.name })}
      {waiting > 0 && ` ${t('destinations.pendingUploads', { count: waiting })}`}
    </>
  );
}

function useWaiting(target: UploadTarget): number {
  const rows = useDeliveries((state) => state.rows);
  const folder = targetFolder(target);
  return [...rows.values()].filter(
    ({ status, to, destination }) =>
      (status === 'waiting' || status === 'failed') &&
      to === target.name &&
      destination.startsWith(folder),
  ).length;
}

/** The form of a destination: its type, and the fields of that. */
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
      hasSecret={hasSecret}
    >
      {(fields) => (
        <>
          <TypeField {...fields} isNew={state.isNew} />
          <FieldsOfType {...fields} />
        </>
      )}
    </ItemEditor>
  );
}

type Fields = EditorFields<TargetForm, TargetField>;

/** The fields of a bucket, with its provider. */
interface BucketFieldsProps extends Fields {
  readonly provider: BucketProviderName;
}

const typeChoices: readonly (readonly [TargetType, Message | string])[] = [
  ...bucketProviders.map(({ name, label }) => [name, label] as const),
  ...serverKinds.map((kind) => [kind, serverLabels[kind]] as const),
];

/**
 * The type. That of a saved destination stays a bucket or the same kind of server, because its
 * secret must not be sent elsewhere.
 */
function TypeField({ form, isNew }: Fields & { readonly isNew: boolean }) {
  const isServer = isServerKind(form.type);
  const isOffered = (type: TargetType) =>
    isNew || (isServer ? type === form.type : !isServerKind(type));
  return (
    <SelectRow
      id="target-type"
      label={t('destinations.type')}
      autoFocus
      value={form.type}
      choices={typeChoices
        .filter(([type]) => isOffered(type))
        .map(([type, label]) => [type, textOf(label)] as const)}
      onChange={(type) => targetEditing.change(withType(form, type))}
    />
  );
}

function FieldsOfType(fields: Fields) {
  const { type } = fields.form;
  if (isServerKind(type)) return <ServerFields {...fields} kind={type} />;
  return (
    <>
      <BucketFields {...fields} provider={type} />
      <BucketCredentials {...fields} />
      <MoreFields {...fields.getSectionProps(fieldsUnderMore(providerNamed(type)))}>
        <BucketMoreFields {...fields} provider={type} />
      </MoreFields>
      <FoldedFields
        {...fields.getSectionProps(uploadOptionFields)}
        label={message('objects.uploadOptions')}
        summary={uploadOptionsSummary(fields.form)}
      >
        <UploadOptionFields {...fields} />
      </FoldedFields>
    </>
  );
}

/** The fields that the provider requires. */
function BucketFields(fields: BucketFieldsProps) {
  const underMore = fieldsUnderMore(providerNamed(fields.provider));
  return (
    <>
      <TextField {...fields} field="name" />
      {!underMore.includes('endpoint') && <TextField {...fields} field="endpoint" />}
      {!underMore.includes('region') && <TextField {...fields} field="region" />}
      <PlaceField {...fields} field="bucket" label={t('browse.browseBuckets')} startOf={() => ''} />
      <PlaceField
        {...fields}
        field="prefix"
        label={t('browse.browseFolders')}
        startOf={(form) => {
          const folder = readFolder(form);
          return folder === null ? '' : bucketPath(folder);
        }}
      />
    </>
  );
}

interface PlaceFieldProps extends BucketFieldsProps {
  readonly field: 'bucket' | 'prefix';
  readonly label: string;
  /** Returns the path where browsing begins; empty for the list of buckets. */
  readonly startOf: (form: TargetForm) => string;
}

/** The bucket or the folder: typed, or chosen from a list. */
function PlaceField({ field, label, startOf, ...fields }: PlaceFieldProps) {
  const owner = `target-${field}`;

  function start() {
    const { server, issues } = readBucketServer(fields.form, fields.provider);
    if (server) {
      const place = startOf(fields.form);
      return { server, secretField: 'target-secret', onRefused: showRefusal, place };
    }
    targetEditing.showErrors(issues.map((issue) => issue.field));
    return null;
  }

  return (
    <TextField
      {...fields}
      field={field}
      action={<BrowseButton owner={owner} label={label} start={start} />}
    >
      <FolderBrowser
        owner={owner}
        root=""
        onChoose={(place) => targetEditing.change(bucketFolderAt(place))}
      />
    </TextField>
  );
}

/** Fields that few buckets need. */
function BucketMoreFields(fields: BucketFieldsProps) {
  const underMore = fieldsUnderMore(providerNamed(fields.provider));
  return (
    <>
      {underMore.includes('endpoint') && <TextField {...fields} field="endpoint" />}
      {underMore.includes('region') && <TextField {...fields} field="region" />}
      <SwitchRow
        label={t('destinations.pathStyle')}
        help={t('destinations.pathStyleHelp')}
        {...fields.getInputProps('pathStyle')}
      />
      <SwitchRow
        label={t('destinations.ownerControl')}
        help={t('destinations.ownerControlHelp')}
        {...fields.getInputProps('setsAcl', 'acl')}
      />
      <TextField {...fields} field="publicBase" />
      <CertificatesRow
        {...fields.getInputProps('caFile')}
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
function UploadOptionFields(fields: Fields) {
  return (
    <>
      <UploadOption {...fields} option="storageClass" />
      <SelectRow
        label={t('objects.encryption')}
        choices={encryptionChoices.map(([value, label]) => [value, textOf(label)] as const)}
        {...fields.getInputProps('encryption', 'object.encryption')}
      />
      {fields.form.encryption === 'aws:kms' && <UploadOption {...fields} option="kmsKey" />}
      <UploadOption {...fields} option="cacheControl" />
      <UploadOption {...fields} option="contentDisposition" />
      <UploadOption {...fields} option="metadata" />
      <UploadOption {...fields} option="tags" />
    </>
  );
}

interface UploadOptionProps extends Fields {
  readonly option: keyof typeof optionTexts;
}

function UploadOption({ option, getInputProps }: UploadOptionProps) {
  const { placeholder, help }: Omit<FieldTexts, 'label'> = optionTexts[option];
  const Row = option === 'metadata' || option === 'tags' ? LinesRow : TextRow;
  return (
    <Row
      label={textOf(objectLabel(option))}
      placeholder={textOf(placeholder)}
      help={help && textOf(help)}
      {...getInputProps(option, `object.${option}`)}
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

interface TextFieldProps extends Fields {
  readonly field: keyof typeof texts & TargetField;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

function TextField({ field, getInputProps, action, children }: TextFieldProps) {
  const { label, placeholder, help }: FieldTexts = texts[field];
  return (
    <TextRow
      label={textOf(label)}
      placeholder={textOf(placeholder)}
      help={help && textOf(help)}
      action={action}
      {...getInputProps(field)}
    >
      {children}
    </TextRow>
  );
}

/** Authentication with a bucket: access key or local AWS configuration. */
function BucketCredentials({ form, getInputProps, getSecretProps }: Fields) {
  const isKey = form.credentials === 'key';
  const { issue, ...credentials } = getInputProps('credentials');
  return (
    <>
      <SelectRow
        label={t('settings.authentication')}
        choices={[
          ['key', t('destinations.accessKey')],
          ['machine', t('destinations.localConfiguration')],
        ]}
        {...credentials}
        // With a key, the error is that of the secret.
        {...(!isKey && { issue })}
      />
      {isKey ? (
        <>
          <TextRow
            label={t('destinations.accessKey')}
            placeholder={t('destinations.accessKeyPlaceholder')}
            {...getInputProps('accessKeyId', 'credentials.accessKeyId')}
          />
          <SecretRow
            label={t('destinations.secretKey')}
            subject={t('destinations.secretKeySubject')}
            {...getSecretProps('credentials')}
          />
        </>
      ) : (
        <TextRow
          label={t('destinations.profile')}
          placeholder={t('destinations.profilePlaceholder')}
          help={t('destinations.profileHelp')}
          {...getInputProps('profile', 'credentials.profile')}
        />
      )}
    </>
  );
}
