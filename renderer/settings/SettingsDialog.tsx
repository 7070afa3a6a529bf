import { Tabs } from '@mantine/core';
import { Dialog } from '../ui/Dialog.js';
import { settingsTabs, useUi } from '../ui/ui-store.js';
import { EndpointSettings } from './Services.js';
import { GeneralSettings } from './GeneralSettings.js';
import { ServiceSettings } from './LocalServer.js';
import { TargetSettings } from './Destinations.js';
import { WebhookSettings } from './WebhookSettings.js';
import './settings.css';
import { t } from '../i18n/t.js';

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
          <Tabs.Tab value="this-service">{t('settings.localServer')}</Tabs.Tab>
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
        <Tabs.Panel value="this-service">
          <ServiceSettings />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}
