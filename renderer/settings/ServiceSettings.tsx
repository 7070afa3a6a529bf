import { Button, Switch } from '@mantine/core';
import { FieldError } from '../ui/FieldError.js';
import { TextInput } from '../ui/TextInput.js';
import { copyText } from '../ui/copy-text.js';
import { copyServiceKey, switchService, useLocalService } from './service-store.js';
import { readHosts, readKeepHours, readPort } from './service-settings.js';
import { serviceText } from './service-wording.js';
import { changeSettings, useSettings } from './settings-store.js';
import { SettingRow } from './SettingRow.js';
import { TypedSetting } from './TypedSetting.js';
import { t, textOf } from '../i18n/t.js';

/** The local server for programs that request PDFs over HTTP. */
export function ServiceSettings() {
  const { state } = useLocalService();
  return (
    <div className="settings">
      <ServiceSwitch />
      {state.status === 'on' && <ServiceAddress address={state.address} />}
      <PortSetting isRunning={state.status !== 'off' && state.status !== 'failed'} />
      <HostsSetting />
      <KeepSetting />
    </div>
  );
}

function ServiceSwitch() {
  const { state, failure } = useLocalService();
  const isChanging = state.status === 'starting' || state.status === 'stopping';
  const isOn = state.status === 'on' || state.status === 'starting';
  const error = failure?.message ?? (state.status === 'failed' ? state.message : null);
  return (
    <SettingRow id="service-on" label={t('localServer.server')} help={t('localServer.serverHelp')}>
      <div className="row">
        <Switch
          id="service-on"
          aria-describedby="service-on-help service-on-state"
          withThumbIndicator={false}
          checked={isOn}
          disabled={isChanging}
          onChange={(event) => void switchService(event.currentTarget.checked)}
        />
        <span id="service-on-state" role="status" className="quiet">
          {state.status === 'failed' ? t('localServer.notRunning') : serviceText(state)}
        </span>
      </div>
      <FieldError id="service-on-error" message={error && textOf(error)} />
    </SettingRow>
  );
}

function ServiceAddress({ address }: { readonly address: string }) {
  return (
    <SettingRow id="service-address" label={t('localServer.url')} help={t('localServer.urlHelp')}>
      <div className="row">
        <TextInput
          id="service-address"
          readOnly
          aria-describedby="service-address-help"
          value={address}
          onChange={() => undefined}
        />
        <Button
          variant="default"
          onClick={() => void copyText(address, 'URL', t('localServer.urlCopied'))}
        >
          {t('localServer.copyUrl')}
        </Button>
        <Button variant="default" onClick={() => void copyServiceKey()}>
          {t('localServer.copyKey')}
        </Button>
      </div>
    </SettingRow>
  );
}

function PortSetting({ isRunning }: { readonly isRunning: boolean }) {
  const port = useSettings(({ servicePort }) => servicePort);
  return (
    <TypedSetting
      id="service-port"
      label={t('localServer.port')}
      help={isRunning ? t('localServer.portHelp') : undefined}
      isDisabled={isRunning}
      value={String(port)}
      read={readPort}
      onRead={(servicePort) => void changeSettings({ servicePort })}
    />
  );
}

function HostsSetting() {
  const hosts = useSettings(({ serviceHosts }) => serviceHosts);
  return (
    <TypedSetting
      id="service-hosts"
      label={t('localServer.privateHosts')}
      placeholder={t('settings.none')}
      help={t('localServer.privateHostsHelp')}
      value={hosts.join(', ')}
      read={readHosts}
      onRead={(serviceHosts) => void changeSettings({ serviceHosts: [...serviceHosts] })}
    />
  );
}

function KeepSetting() {
  const hours = useSettings(({ serviceKeepHours }) => serviceKeepHours);
  return (
    <TypedSetting
      id="service-keep"
      label={t('localServer.keepFor')}
      help={t('localServer.keepForHelp')}
      end={t('localServer.hours')}
      value={String(hours)}
      read={readKeepHours}
      onRead={(serviceKeepHours) => void changeSettings({ serviceKeepHours })}
    />
  );
}
