import { Button, Menu, Popover } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Preset } from '@shared/presets.js';
import { useDraft } from '../document/form/draft-store.js';
import { areSameSettings, usePresets } from './presets-store.js';
import { useSettings } from '../settings/settings-store.js';
import { PresetItems } from './PresetItems.js';
import { PresetNameForm, type PresetDialogMode } from './PresetNameForm.js';
import './presets.css';
import { t } from '../i18n/t.js';

/** Shows the active preset, with a dot if changed, and opens the preset menu. */
export function PresetMenu() {
  const activePreset = useActivePreset();
  const isChanged = useDraft(
    ({ draft }) => activePreset !== null && !areSameSettings(draft, activePreset.settings),
  );
  const [mode, setMode] = useState<PresetDialogMode | null>(null);
  const close = () => setMode(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // Return the focus to the button that opened the popover.
    if (wasOpen.current && mode === null) button.current?.focus();
    wasOpen.current = mode !== null;
  }, [mode]);

  return (
    <Popover
      opened={mode !== null}
      onDismiss={close}
      position="bottom-end"
      width={304}
      shadow="md"
      trapFocus
      withRoles={false}
      withinPortal={false}
    >
      <Popover.Target>
        <div>
          <Menu
            position="bottom-end"
            shadow="md"
            withinPortal={false}
            withInitialFocusPlaceholder={false}
          >
            <Menu.Target>
              <Button
                ref={button}
                className="preset-button"
                variant="subtle"
                color="gray"
                rightSection={<ChevronDown size={16} aria-hidden />}
                aria-label={buttonLabel(activePreset?.name ?? t('presets.none'), isChanged)}
              >
                <span className="cut">{activePreset?.name ?? t('presets.preset')}</span>
                {isChanged && <span className="reset-dot" aria-hidden />}
              </Button>
            </Menu.Target>
            <Menu.Dropdown className="preset-menu">
              <PresetItems activePreset={activePreset} isChanged={isChanged} onDialog={setMode} />
            </Menu.Dropdown>
          </Menu>
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('presets.name')}>
        {mode && <PresetNameForm mode={mode} onDone={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function buttonLabel(name: string, isChanged: boolean): string {
  return isChanged ? t('presets.buttonChanged', { name }) : t('presets.button', { name });
}

function useActivePreset(): Preset | null {
  const name = useSettings(({ preset }) => preset);
  const presets = usePresets((state) => state.presets);
  return presets.find((preset) => preset.name === name) ?? null;
}
