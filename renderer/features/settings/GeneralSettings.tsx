import { Switch } from '@mantine/core';
import { type Settings, lengthUnits } from '@shared/settings.js';
import { SelectInput } from '../../components/SelectInput.js';
import { changeSettings, changeUnit, useSettings } from '../../store/settings-store.js';
import { useUi } from '../../store/ui-store.js';
import { SettingRow } from './SettingRow.js';

/** Appearance, units, parallel conversions and notifications. */
export function GeneralSettings() {
  return (
    <div className="settings">
      <ThemeSetting />
      <UnitSetting />
      <ConcurrencySetting />
      <NotificationsSetting />
    </div>
  );
}

const themes: readonly { readonly value: Settings['theme']; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function ThemeSetting() {
  const theme = useSettings((settings) => settings.theme);
  return (
    <SettingRow id="setting-theme" label="Appearance">
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
            {label}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

const unitNames = { mm: 'Millimeters', cm: 'Centimeters', in: 'Inches', px: 'Pixels' } as const;

function UnitSetting() {
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  return (
    <SettingRow id="setting-unit" label="Units">
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
            {unitNames[known]}
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
      label="Parallel conversions"
      help="How many queued documents to convert at once. More need more memory."
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

function automaticText(count: number | null): string {
  return count === null ? 'Automatic' : `Automatic (${count})`;
}

function NotificationsSetting() {
  const notifications = useSettings((settings) => settings.notifications);
  return (
    <SettingRow
      id="setting-notifications"
      label="Notifications"
      help="Notify me when a batch finishes in the background"
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
