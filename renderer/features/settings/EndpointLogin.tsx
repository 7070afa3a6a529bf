import { SelectInput } from '../../components/SelectInput.js';
import { endpointEditing } from '../../store/remote/endpoint-editing.js';
import type { EndpointForm } from '../../store/remote/endpoint-form.js';
import type { EditorFields } from './ItemEditor.js';
import { SecretField } from './SecretField.js';
import { SettingRow } from './SettingRow.js';
import { TextRow } from './TextRow.js';
import { endpointMessage } from './endpoint-fields.js';
import { useSecretHelp } from './use-secret-help.js';

/** How Platen says who it is: a key, or a user and a password. */
export function EndpointLogin(props: EditorFields<EndpointForm>) {
  const { form, mistakes, hasSecret, secret, onForget } = props;
  const secretHelp = useSecretHelp();
  const mistake = endpointMessage(mistakes, 'secret');
  const isKey = form.login === 'key';
  return (
    <>
      <SettingRow id="endpoint-login" label="Signs in with">
        <SelectInput
          id="endpoint-login"
          value={form.login}
          onChange={(login) => endpointEditing.change({ login: login === 'user' ? 'user' : 'key' })}
        >
          <option value="key">An API key</option>
          <option value="user">A user and a password</option>
        </SelectInput>
      </SettingRow>
      {!isKey && (
        <TextRow
          id="endpoint-user"
          label="User"
          placeholder="reports"
          mistake={endpointMessage(mistakes, 'login.user')}
          value={form.user}
          onChange={(user) => endpointEditing.change({ user })}
          onLeave={() => endpointEditing.reveal('login.user')}
        />
      )}
      <SettingRow
        id="endpoint-secret"
        label={isKey ? 'API key' : 'Password'}
        help={hasSecret ? undefined : secretHelp}
        mistake={mistake}
      >
        <SecretField
          id="endpoint-secret"
          subject={isKey ? 'API key' : 'password'}
          isKept={hasSecret}
          isWrong={mistake !== null}
          input={secret}
          onType={() => endpointEditing.change({})}
          onForget={onForget}
        />
      </SettingRow>
    </>
  );
}
