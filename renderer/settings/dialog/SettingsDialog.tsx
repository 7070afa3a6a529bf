import { Button, Tabs } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { languageNames, languages } from '@shared/messages/catalog.js';
import { message } from '@shared/messages/message.js';
import { lengthUnits } from '@shared/request/paper.js';
import { webhookSecretIssue } from '@shared/webhook-secret.js';
import { t, textOf } from '../../i18n/t.js';
import { Dialog } from '../../ui/Dialog.js';
import { settingsTabs, useUi } from '../../ui/ui-store.js';
import { TargetSettings } from './Destinations.js';
import { ServiceSettings } from '../LocalServer.js';
import { type Choice, SelectRow, SettingRow, SwitchRow } from '../rows.js';
import { SecretInput, SecretKeeping, forgetTypedSecret } from '../secrets.js';
import { EndpointSettings } from '../Services.js';
import { SignInSettings } from '../SignIns.js';
import { changeUnit } from '../../document/draft/length-unit.js';
import { changeSettings, useSettings } from '../settings-store.js';
import { setWebhookSecret, useTargets } from '../targets-store.js';
import { WatchedFolders } from './WatchedFolders.js';
import '../settings.css';

/**
 * The settings of the application. Changes apply immediately, except in forms with a Save button.
 */
export function SettingsDialog() {
  const isOpen = useUi(({ settingsOpen }) => settingsOpen);
  const tab = useUi(({ settingsTab }) => settingsTab);
  return (
    <Dialog
      title={t('settings.settings')}
      closeLabel={t('settings.close')}
      size="wide"
      isOpen={isOpen}
      onClose={() => useUi.setState({ settingsOpen: false })}
    >
      <Tabs
        value={tab}
        orientation="vertical"
        keepMounted={false}
        className="settings-tabs"
        onChange={(value) => {
          const chosen = settingsTabs.find((known) => known === value);
          if (chosen) useUi.setState({ settingsTab: chosen });
        }}
      >
        <Tabs.List aria-label={t('settings.sections')}>
          <Tabs.Tab value="general">{t('settings.general')}</Tabs.Tab>
          <Tabs.Tab value="targets">{t('settings.destinations')}</Tabs.Tab>
          <Tabs.Tab value="webhooks">{t('settings.webhooks')}</Tabs.Tab>
          <Tabs.Tab value="services">{t('settings.services')}</Tabs.Tab>
          <Tabs.Tab value="sign-ins">{t('signIns.signIns')}</Tabs.Tab>
          <Tabs.Tab value="this-service">{t('settings.localServer')}</Tabs.Tab>
          <Tabs.Tab value="watched">{t('watch.folders')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <GeneralSettings />
        </Tabs.Panel>
        <Tabs.Panel value="targets">
          <TargetSettings />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <WebhookSettings />
        </Tabs.Panel>
        <Tabs.Panel value="services">
          <EndpointSettings />
        </Tabs.Panel>
        <Tabs.Panel value="sign-ins">
          <SignInSettings />
        </Tabs.Panel>
        <Tabs.Panel value="this-service">
          <ServiceSettings />
        </Tabs.Panel>
        <Tabs.Panel value="watched">
          <WatchedFolders />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

/** Appearance, units, parallel conversions and notifications. */
function GeneralSettings() {
  const { theme, language, notifications, updates, historyLimit } = useSettings();
  return (
    <div className="settings">
      <SelectRow
        id="setting-theme"
        label={t('settings.appearance')}
        value={theme}
        choices={[
          ['system', t('settings.themeSystem')],
          ['light', t('settings.themeLight')],
          ['dark', t('settings.themeDark')],
        ]}
        onChange={(chosen) => void changeSettings({ theme: chosen })}
      />
      <SelectRow
        id="setting-language"
        label={t('settings.language')}
        value={language}
        choices={[
          ['system', t('settings.themeSystem')],
          ...languages.map((known) => [known, languageNames[known], known] as const),
        ]}
        onChange={(chosen) => void changeSettings({ language: chosen })}
      />
      <SelectRow
        id="setting-unit"
        label={t('settings.units')}
        value={useSettings(({ lengthUnit }) => lengthUnit)}
        choices={lengthUnits.map((unit) => [unit, textOf(unitNames[unit])] as const)}
        onChange={changeUnit}
      />
      <ConcurrencySetting />
      <MemoryLimitSetting />
      <SwitchRow
        id="setting-notifications"
        label={t('settings.notifications')}
        help={t('settings.notificationsHelp')}
        value={notifications}
        onChange={(isOn) => void changeSettings({ notifications: isOn })}
      />
      <SelectRow
        id="setting-updates"
        label={t('settings.updates')}
        help={t('settings.updatesHelp')}
        value={updates}
        choices={[
          ['off', t('settings.updatesOff')],
          ['ask', t('settings.updatesAsk')],
          ['automatic', t('settings.updatesAutomatic')],
        ]}
        onChange={(chosen) => void changeSettings({ updates: chosen })}
      />
      <SelectRow
        id="setting-history"
        label={t('history.entries')}
        help={t('history.entriesHelp')}
        value={historyLimit}
        choices={[
          [0, t('history.off')],
          ...historyLimits.map((count) => [count, t('history.entryCount', { count })] as const),
        ]}
        onChange={(limit) => void changeSettings({ historyLimit: limit })}
      />
    </div>
  );
}

const unitNames = {
  mm: message('settings.millimeters'),
  cm: message('settings.centimeters'),
  in: message('settings.inches'),
  px: message('settings.pixels'),
  pt: message('settings.points'),
} as const;

const historyLimits = [100, 500, 2000];

const maxConcurrency = 16;
const concurrencies = Array.from({ length: maxConcurrency }, (_, index) => index + 1);

function ConcurrencySetting() {
  const automatic = useUi(({ automaticConcurrency }) => automaticConcurrency);
  return (
    <SelectRow
      id="setting-concurrency"
      label={t('settings.parallelConversions')}
      help={t('settings.parallelConversionsHelp')}
      value={useSettings(({ concurrency }) => concurrency) ?? chosenForMachine}
      choices={[
        automaticChoice(automatic, (count) => t('settings.automaticCount', { count })),
        ...concurrencies.map((count) => [count, String(count)] as const),
      ]}
      onChange={(count) =>
        void changeSettings({ concurrency: count === chosenForMachine ? null : count })
      }
    />
  );
}

/** In gigabytes. */
const memoryLimits = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

function MemoryLimitSetting() {
  const automatic = useUi(({ automaticMemoryLimit }) => automaticMemoryLimit);
  return (
    <SelectRow
      id="setting-memory-limit"
      label={t('settings.memoryLimit')}
      help={t('settings.memoryLimitHelp')}
      value={useSettings(({ memoryLimit }) => memoryLimit) ?? chosenForMachine}
      choices={[
        automaticChoice(automatic, (count) => t('settings.automaticGigabytes', { count })),
        ...memoryLimits.map((count) => [count, t('settings.gigabytes', { count })] as const),
      ]}
      onChange={(limit) =>
        void changeSettings({ memoryLimit: limit === chosenForMachine ? null : limit })
      }
    />
  );
}

/** Stands for a number that is chosen for the machine. */
const chosenForMachine = 0;

/** @param chosen the number for the machine; null until it is known */
function automaticChoice(
  chosen: number | null,
  textOfChosen: (chosen: number) => string,
): Choice<number> {
  return [chosenForMachine, chosen === null ? t('settings.automatic') : textOfChosen(chosen)];
}

/** How webhooks are signed and where they may go. */
function WebhookSettings() {
  const isPrivate = useSettings(({ privateWebhooks }) => privateWebhooks);
  return (
    <div className="settings">
      <SigningSecret />
      <SwitchRow
        id="setting-private-webhooks"
        label={t('settings.privateAddresses')}
        help={t('settings.privateAddressesHelp')}
        value={isPrivate}
        onChange={(privateWebhooks) => void changeSettings({ privateWebhooks })}
      />
      <SecretKeeping />
    </div>
  );
}

function SigningSecret() {
  const isKept = useTargets(({ secrets }) => secrets.webhook);
  const isMissing = useTargets(({ secrets }) => secrets.webhookMissing);
  const input = useRef<HTMLInputElement>(null);
  const [issue, setIssue] = useState<string | null>(null);
  const [round, setRound] = useState(0);

  async function set(secret: string | null): Promise<void> {
    const error = await setWebhookSecret(secret);
    setIssue(error && textOf(error.message));
    if (error) return;
    forgetTypedSecret('webhook-secret');
    setRound((before) => before + 1);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const secret = input.current?.value.trim() ?? '';
    const found = webhookSecretIssue(secret);
    setIssue(found && textOf(found));
    if (found === null) void set(secret);
    else input.current?.focus();
  }

  return (
    <SettingRow
      id="webhook-secret"
      label={t('settings.signingSecret')}
      help={t('settings.signingSecretHelp')}
      issue={issue ?? (isMissing ? t('settings.signingSecretMissing') : null)}
    >
      <form data-keeps-focus="" onSubmit={submit}>
        <SecretInput
          key={round}
          id="webhook-secret"
          subject={t('settings.signingSecretSubject')}
          isStored={isKept}
          isWrong={issue !== null}
          placeholder={t('settings.signingSecretPlaceholder')}
          input={input}
          onType={() => setIssue(null)}
          onForget={() => void set(null)}
        >
          <Button type="submit" variant="default">
            {t('settings.save')}
          </Button>
          {isMissing && (
            <Button variant="subtle" color="gray" onClick={() => void set(null)}>
              {t('settings.stopSigning')}
            </Button>
          )}
        </SecretInput>
      </form>
    </SettingRow>
  );
}
