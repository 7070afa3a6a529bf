import { SelectInput } from '../../components/SelectInput.js';
import { TextInput } from '../../components/TextInput.js';
import { changeTargetForm, revealTargetField } from '../../store/delivery/target-editing.js';
import type { TargetForm } from '../../store/delivery/target-form.js';
import type { EditorFields } from './ItemEditor.js';
import { SecretField } from './SecretField.js';
import { SettingRow } from './SettingRow.js';
import { messageAt } from './target-mistakes.js';
import { useSecretHelp } from './use-secret-help.js';

type TargetCredentialsProps = EditorFields<TargetForm>;

/** Authentication with a bucket: access key or local AWS configuration. */
export function TargetCredentials(props: TargetCredentialsProps) {
  const { form, mistakes } = props;
  const isKey = form.credentials === 'key';
  return (
    <>
      <SettingRow
        id="target-credentials"
        label="Authentication"
        {...(!isKey && { mistake: messageAt(mistakes, 'credentials') })}
      >
        <SelectInput
          id="target-credentials"
          value={form.credentials}
          onChange={(value) =>
            changeTargetForm({ credentials: value === 'machine' ? 'machine' : 'key' })
          }
        >
          <option value="key">Access key</option>
          <option value="machine">Local AWS configuration</option>
        </SelectInput>
      </SettingRow>
      {isKey ? <KeyFields {...props} /> : <ProfileField form={form} mistakes={mistakes} />}
    </>
  );
}

function KeyFields({ form, mistakes, hasSecret, secret, onForget }: TargetCredentialsProps) {
  const keyMistake = messageAt(mistakes, 'credentials.accessKeyId');
  const secretMistake = messageAt(mistakes, 'credentials');
  const secretHelp = useSecretHelp();
  return (
    <>
      <SettingRow id="target-accessKeyId" label="Access key" mistake={keyMistake}>
        <TextInput
          id="target-accessKeyId"
          aria-describedby="target-accessKeyId-error"
          aria-invalid={keyMistake !== null}
          error={keyMistake !== null}
          placeholder="AKIA…"
          value={form.accessKeyId}
          onChange={(accessKeyId) => changeTargetForm({ accessKeyId })}
          onBlur={() => {
            if (form.accessKeyId !== '') revealTargetField('credentials.accessKeyId');
          }}
        />
      </SettingRow>
      <SettingRow
        id="target-secret"
        label="Secret key"
        help={hasSecret ? undefined : secretHelp}
        mistake={secretMistake}
      >
        <SecretField
          id="target-secret"
          subject="secret key"
          isKept={hasSecret}
          isWrong={secretMistake !== null}
          input={secret}
          onType={() => changeTargetForm({})}
          onForget={onForget}
        />
      </SettingRow>
    </>
  );
}

function ProfileField({ form, mistakes }: Pick<TargetCredentialsProps, 'form' | 'mistakes'>) {
  const mistake = messageAt(mistakes, 'credentials.profile');
  return (
    <SettingRow
      id="target-profile"
      label="Profile"
      help="A profile in ~/.aws/config. If empty, the AWS default is used."
      mistake={mistake}
    >
      <TextInput
        id="target-profile"
        aria-describedby="target-profile-help target-profile-error"
        aria-invalid={mistake !== null}
        error={mistake !== null}
        placeholder="default"
        value={form.profile}
        onChange={(profile) => changeTargetForm({ profile })}
      />
    </SettingRow>
  );
}
