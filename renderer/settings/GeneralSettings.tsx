import { languageNames, languages } from '@shared/language.js';
import { type Settings, lengthUnits } from '@shared/settings.js';
import { type Message, message } from '@shared/messages/message.js';
import { SelectInput } from '../ui/SelectInput.js';
import { changeSettings, changeUnit, useSettings } from './settings-store.js';
import { useUi } from '../ui/ui-store.js';
import { SettingRow, SwitchRow } from './rows.js';
import { t, textOf } from '../i18n/t.js';

/** Appearance, units, parallel conversions and notifications. */
export function GeneralSettings() {
  return (
    <div className="settings">
      <ThemeSetting />
      <LanguageSetting />
      <UnitSetting />
      <ConcurrencySetting />
      <MemoryLimitSetting />
      <NotificationsSetting />
      <UpdatesSetting />
      <HistorySetting />
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

function LanguageSetting() {
  const language = useSettings((settings) => settings.language);
  return (
    <SettingRow id="setting-language" label={t('settings.language')}>
      <SelectInput
        id="setting-language"
        value={language}
        onChange={(value) => {
          const chosen = languages.find((known) => known === value) ?? 'system';
          void changeSettings({ language: chosen });
        }}
      >
        <option value="system">{t('settings.themeSystem')}</option>
        {languages.map((known) => (
          <option key={known} value={known} lang={known}>
            {languageNames[known]}
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
  return (
    <AutomaticSetting
      id="setting-concurrency"
      label={t('settings.parallelConversions')}
      help={t('settings.parallelConversionsHelp')}
      value={useSettings(({ concurrency }) => concurrency)}
      automatic={useUi(({ automaticConcurrency }) => automaticConcurrency)}
      automaticText={(count) => t('settings.automaticCount', { count })}
      choices={concurrencies}
      choiceText={String}
      onChange={(concurrency) => void changeSettings({ concurrency })}
    />
  );
}

/** In gigabytes. */
const memoryLimits = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

function MemoryLimitSetting() {
  return (
    <AutomaticSetting
      id="setting-memory-limit"
      label={t('settings.memoryLimit')}
      help={t('settings.memoryLimitHelp')}
      value={useSettings(({ memoryLimit }) => memoryLimit)}
      automatic={useUi(({ automaticMemoryLimit }) => automaticMemoryLimit)}
      automaticText={(count) => t('settings.automaticGigabytes', { count })}
      choices={memoryLimits}
      choiceText={(count) => t('settings.gigabytes', { count })}
      onChange={(memoryLimit) => void changeSettings({ memoryLimit })}
    />
  );
}

interface AutomaticSettingProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** Null: chosen for the machine. */
  readonly value: number | null;
  /** What is chosen for the machine; null until it is known. */
  readonly automatic: number | null;
  readonly automaticText: (value: number) => string;
  readonly choices: readonly number[];
  readonly choiceText: (value: number) => string;
  readonly onChange: (value: number | null) => void;
}

/** A setting that is a number, or chosen for the machine. */
function AutomaticSetting(props: AutomaticSettingProps) {
  const { id, label, help, value, automatic, choices, automaticText, choiceText, onChange } = props;
  return (
    <SettingRow id={id} label={label} help={help}>
      <SelectInput
        id={id}
        aria-describedby={`${id}-help`}
        value={value ?? ''}
        onChange={(text) => onChange(text === '' ? null : Number(text))}
      >
        <option value="">
          {automatic === null ? t('settings.automatic') : automaticText(automatic)}
        </option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choiceText(choice)}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

function NotificationsSetting() {
  const notifications = useSettings((settings) => settings.notifications);
  return (
    <SwitchRow
      id="setting-notifications"
      label={t('settings.notifications')}
      help={t('settings.notificationsHelp')}
      isOn={notifications}
      onChange={(notifications) => void changeSettings({ notifications })}
    />
  );
}

const updateChoices: readonly { readonly value: Settings['updates']; readonly label: Message }[] = [
  { value: 'off', label: message('settings.updatesOff') },
  { value: 'ask', label: message('settings.updatesAsk') },
  { value: 'automatic', label: message('settings.updatesAutomatic') },
];

function UpdatesSetting() {
  const updates = useSettings((settings) => settings.updates);
  return (
    <SettingRow id="setting-updates" label={t('settings.updates')} help={t('settings.updatesHelp')}>
      <SelectInput
        id="setting-updates"
        aria-describedby="setting-updates-help"
        value={updates}
        onChange={(value) => {
          const chosen = updateChoices.find((known) => known.value === value);
          if (chosen) void changeSettings({ updates: chosen.value });
        }}
      >
        {updateChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {textOf(label)}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

const historyLimits = [100, 500, 2000];

function HistorySetting() {
  const limit = useSettings(({ historyLimit }) => historyLimit);
  return (
    <SettingRow id="setting-history" label={t('history.entries')} help={t('history.entriesHelp')}>
      <SelectInput
        id="setting-history"
        aria-describedby="setting-history-help"
        value={limit}
        onChange={(value) => void changeSettings({ historyLimit: Number(value) })}
      >
        <option value={0}>{t('history.off')}</option>
        {historyLimits.map((count) => (
          <option key={count} value={count}>
            {t('history.entryCount', { count })}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}
