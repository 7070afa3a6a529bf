import { SelectInput } from '../ui/SelectInput.js';
import { endpointEditing } from './endpoint-editing.js';
import type { EndpointForm } from './endpoint-form.js';
import type { EditorFields } from './ItemEditor.js';
import { SecretField } from './SecretField.js';
import { SettingRow } from './SettingRow.js';
import { TextRow } from './TextRow.js';
import { endpointMessage } from './endpoint-fields.js';
import { useSecretHelp } from './use-secret-help.js';
import { t } from '../i18n/t.js';

/** Authentication with a service: API key, user name and password, or none. */
export function EndpointLogin(props: EditorFields<EndpointForm>) {
  const { form, issues } = props;
  return (
    <>
      <SettingRow
        id="endpoint-login"
        label={t('settings.authentication')}
        {...(form.login === 'none' && { help: t('services.noLoginHelp') })}
        issue={endpointMessage(issues, 'login')}
      >
        <SelectInput
          id="endpoint-login"
          aria-describedby="endpoint-login-help endpoint-login-error"
          aria-invalid={endpointMessage(issues, 'login') !== null}
          value={form.login}
          onChange={(login) =>
            endpointEditing.change({ login: login === 'user' || login === 'none' ? login : 'key' })
          }
        >
          <option value="key">{t('services.apiKey')}</option>
          <option value="user">{t('services.userAndPassword')}</option>
          <option value="none">{t('services.noLogin')}</option>
        </SelectInput>
      </SettingRow>
      {form.login === 'user' && (
        <TextRow
          id="endpoint-user"
          label={t('services.userName')}
          placeholder={t('services.userPlaceholder')}
          issue={endpointMessage(issues, 'login.user')}
          value={form.user}
          onChange={(user) => endpointEditing.change({ user })}
          onLeave={() => endpointEditing.touch('login.user')}
        />
      )}
      {form.login !== 'none' && <EndpointSecret {...props} />}
    </>
  );
}

function EndpointSecret(props: EditorFields<EndpointForm>) {
  const { form, issues, hasSecret, secret, onForget } = props;
  const secretHelp = useSecretHelp();
  const issue = endpointMessage(issues, 'secret');
  const isKey = form.login === 'key';
  return (
    <SettingRow
      id="endpoint-secret"
      label={isKey ? t('services.apiKey') : t('services.password')}
      help={hasSecret ? undefined : secretHelp}
      issue={issue}
    >
      <SecretField
        id="endpoint-secret"
        subject={isKey ? t('services.apiKey') : t('services.passwordSubject')}
        isStored={hasSecret}
        isWrong={issue !== null}
        input={secret}
        onType={() => endpointEditing.change({})}
        onForget={onForget}
      />
    </SettingRow>
  );
}
