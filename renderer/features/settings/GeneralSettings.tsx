import { Switch } from '@mantine/core';
import { type Settings, lengthUnits } from '@shared/settings.js';
import { type Message, message } from '@shared/messages/message.js';
import { SelectInput } from '../../components/SelectInput.js';
import { changeSettings, changeUnit, useSettings } from '../../store/settings-store.js';
import { useUi } from '../../store/ui-store.js';
import { SettingRow } from './SettingRow.js';
import { t, textOf } from '../../i18n/t.js';

/** Appearance, units, parallel conversions and notifications. */
export function GeneralSettings() {
  return (
    <div className="settings">
      <ThemeSetting />
      <UnitSetting />
      <ConcurrencySetting />
      <MemoryLimitSetting />
      <NotificationsSetting />
    </div>
  );
}

const themes: readonly { readonly value: Settings['theme']; readonly label: Message }[] = [
  { value: 'system', label: message('settings.themeSystem') },
  { value: 'light', label: message('settings.themeLight') },
  { value: 'dark', label: message('settings.themeDark') },
];

function ThemeSetting() {
  const theme = useSettings((settings) => settings.theme);
  return (
    <SettingRow id="setting-theme" label={t('settings.appearance')}>
      <SelectInput
        id="setting-theme"
        value={theme}
        onChange={(value) => {
          const chosen = themes.find((known) => known.value === value);
          if (chosen) void changeSettings({ theme: chosen.value });
        }}
      >
        {themes.map(({ value, label }) => (
          <option key={value} value={value}>
            {textOf(label)}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

const unitNames = {
  mm: message('settings.millimeters'),
  cm: message('settings.centimeters'),
  in: message('settings.inches'),
  px: message('settings.pixels'),
  pt: message('settings.points'),
} as const;

function UnitSetting() {
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  return (
    <SettingRow id="setting-unit" label={t('settings.units')}>
      <SelectInput
        id="setting-unit"
        value={unit}
        onChange={(value) => {
          const chosen = lengthUnits.find((known) => known === value);
          if (chosen) changeUnit(chosen);
        }}
      >
        {lengthUnits.map((known) => (
          <option key={known} value={known}>
            {textOf(unitNames[known])}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

const maxConcurrency = 16;
const concurrencies = Array.from({ length: maxConcurrency }, (_, index) => index + 1);

function ConcurrencySetting() {
  const concurrency = useSettings((settings) => settings.concurrency);
  const automatic = useUi(({ automaticConcurrency }) => automaticConcurrency);
  return (
    <SettingRow
      id="setting-concurrency"
      label={t('settings.parallelConversions')}
      help={t('settings.parallelConversionsHelp')}
    >
      <SelectInput
        id="setting-concurrency"
        aria-describedby="setting-concurrency-help"
        value={concurrency ?? ''}
        onChange={(value) =>
          void changeSettings({ concurrency: value === '' ? null : Number(value) })
        }
      >
        <option value="">{automaticText(automatic)}</option>
        {concurrencies.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

/** In gigabytes. */
const memoryLimits = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

function MemoryLimitSetting() {
  const memoryLimit = useSettings((settings) => settings.memoryLimit);
  const automatic = useUi(({ automaticMemoryLimit }) => automaticMemoryLimit);
  return (
    <SettingRow
      id="setting-memory-limit"
      label={t('settings.memoryLimit')}
      help={t('settings.memoryLimitHelp')}
    >
      <SelectInput
        id="setting-memory-limit"
        aria-describedby="setting-memory-limit-help"
        value={memoryLimit ?? ''}
        onChange={(value) =>
          void changeSettings({ memoryLimit: value === '' ? null : Number(value) })
        }
      >
        <option value="">
          {automatic === null
            ? t('settings.automatic')
            : t('settings.automaticGigabytes', { count: automatic })}
        </option>
        {memoryLimits.map((count) => (
          <option key={count} value={count}>
            {t('settings.gigabytes', { count })}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

function automaticText(count: number | null): string {
  return count === null ? t('settings.automatic') : t('settings.automaticCount', { count });
}

function NotificationsSetting() {
  const notifications = useSettings((settings) => settings.notifications);
  return (
    <SettingRow
      id="setting-notifications"
      label={t('settings.notifications')}
      help={t('settings.notificationsHelp')}
    >
      <Switch
        id="setting-notifications"
        aria-describedby="setting-notifications-help"
        withThumbIndicator={false}
        checked={notifications}
        onChange={(event) => void changeSettings({ notifications: event.currentTarget.checked })}
      />
    </SettingRow>
  );
}
