import { SelectInput } from '../ui/SelectInput.js';
import { TextInput } from '../ui/TextInput.js';
import { changeTargetForm, touchTargetField } from './target-editing.js';
import type { TargetForm } from './target-form.js';
import type { EditorFields } from './ItemEditor.js';
import { SecretField } from './SecretField.js';
import { SettingRow } from './SettingRow.js';
import { messageAt } from './target-fields.js';
import { useSecretHelp } from './use-secret-help.js';
import { t } from '../i18n/t.js';

type TargetCredentialsProps = EditorFields<TargetForm>;

/** Authentication with a bucket: access key or local AWS configuration. */
export function TargetCredentials(props: TargetCredentialsProps) {
  const { form, issues } = props;
  const isKey = form.credentials === 'key';
  return (
    <>
      <SettingRow
        id="target-credentials"
        label={t('settings.authentication')}
        {...(!isKey && { issue: messageAt(issues, 'credentials') })}
      >
        <SelectInput
          id="target-credentials"
          value={form.credentials}
          onChange={(value) =>
            changeTargetForm({ credentials: value === 'machine' ? 'machine' : 'key' })
          }
        >
          <option value="key">{t('destinations.accessKey')}</option>
          <option value="machine">{t('destinations.localConfiguration')}</option>
        </SelectInput>
      </SettingRow>
      {isKey ? <KeyFields {...props} /> : <ProfileField form={form} issues={issues} />}
    </>
  );
}

function KeyFields({ form, issues, hasSecret, secret, onForget }: TargetCredentialsProps) {
  const keyIssue = messageAt(issues, 'credentials.accessKeyId');
  const secretIssue = messageAt(issues, 'credentials');
  const secretHelp = useSecretHelp();
  return (
    <>
      <SettingRow id="target-accessKeyId" label={t('destinations.accessKey')} issue={keyIssue}>
        <TextInput
          id="target-accessKeyId"
          aria-describedby="target-accessKeyId-error"
          aria-invalid={keyIssue !== null}
          error={keyIssue !== null}
          placeholder={t('destinations.accessKeyPlaceholder')}
          value={form.accessKeyId}
          onChange={(accessKeyId) => changeTargetForm({ accessKeyId })}
          onBlur={() => {
            if (form.accessKeyId !== '') touchTargetField('credentials.accessKeyId');
          }}
        />
      </SettingRow>
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
  const issue = messageAt(issues, 'credentials.profile');
  return (
    <SettingRow
      id="target-profile"
      label={t('destinations.profile')}
      help={t('destinations.profileHelp')}
      issue={issue}
    >
      <TextInput
        id="target-profile"
        aria-describedby="target-profile-help target-profile-error"
        aria-invalid={issue !== null}
        error={issue !== null}
        placeholder={t('destinations.profilePlaceholder')}
        value={form.profile}
        onChange={(profile) => changeTargetForm({ profile })}
      />
    </SettingRow>
  );
}
