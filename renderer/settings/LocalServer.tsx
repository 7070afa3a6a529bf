import { privateHostIssue } from '@shared/private-hosts.js';
import { isWholeWithin, numberFromText } from '@shared/request/fields.js';
import { quote } from '@shared/request/text.js';
import { t, textOf } from '../i18n/t.js';
import { create } from 'zustand';
import type { AppErrorData } from '@shared/messages/errors.js';
import type { ServiceState } from '@shared/service.js';
import { call } from '../bridge/bridge.js';
import { showNotice } from '../ui/notices.js';
import { changeSettings, useSettings } from './settings-store.js';
import { Button, Switch } from '@mantine/core';
import { FieldError, TextInput } from '../ui/inputs.js';
import { copyText } from '../ui/links.js';
import { SettingRow, TypedSetting } from './rows.js';

const maxHosts = 100;

/** Returns an error message if it is invalid. */
export function readPort(text: string): number | string {
  const port = numberFromText(text);
  if (isWholeWithin(port, 1, 65_535)) return port;
  return t('localServer.portIssue', { port: quote(text.trim()) });
}

/** Returns an error message if it is invalid. */
export function readKeepHours(text: string): number | string {
  const hours = numberFromText(text);
  if (isWholeWithin(hours, 1, 720)) return hours;
  return t('localServer.keepForIssue', { time: quote(text.trim()) });
}

/** Separated by commas or spaces; returns an error message if one is invalid. */
export function readHosts(text: string): readonly string[] | string {
  const hosts = text.split(/[\s,;]+/).filter((host) => host !== '');
  const issue = hosts.map(privateHostIssue).find((each) => each !== null);
  if (issue !== undefined) return textOf(issue);
  if (hosts.length > maxHosts) {
    return t('localServer.tooManyHosts', { count: hosts.length, limit: maxHosts });
  }
  return [...new Set(hosts.map((host) => host.toLowerCase()))];
}

interface LocalServiceState {
  readonly state: ServiceState;
  /** Why the last action failed; null if it succeeded. */
  readonly failure: AppErrorData | null;
}

/** The local server as reported by the main process. */
const useLocalService = create<LocalServiceState>(() => ({
  state: { status: 'off' },
  failure: null,
}));

export function applyServiceState(state: ServiceState): void {
  useLocalService.setState({ state });
}

async function switchService(on: boolean): Promise<void> {
  useLocalService.setState({ failure: null });
  const result = await call('service:switch', { on });
  if (!result.ok) {
    useLocalService.setState({ failure: result.error });
    return;
  }
  useLocalService.setState({ state: result.value });
  useSettings.setState({ serviceOn: on });
}

/** Has the main process copy the server's key. */
async function copyServiceKey(): Promise<void> {
  const result = await call('service:copy-key', undefined);
  if (result.ok) showNotice(t('localServer.keyCopied'));
  else useLocalService.setState({ failure: result.error });
}

/** In a line. */
export function serviceText(state: ServiceState): string {
  switch (state.status) {
    case 'off':
      return t('localServer.off');
    case 'starting':
      return t('localServer.starting');
    case 'on':
      return state.running === 0
        ? t('localServer.idle', { pdfs: state.created })
        : t('localServer.processing', { requests: state.running, pdfs: state.created });
    case 'stopping':
      return t('localServer.stopping');
    case 'failed':
      return textOf(state.message);
  }
}

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
