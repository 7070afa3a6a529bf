import { Button, Menu, Popover } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Preset } from '@shared/presets.js';
import { useDraft } from '../../store/draft-store.js';
import { areSameSettings, usePresets } from '../../store/presets-store.js';
import { useSettings } from '../../store/settings-store.js';
import { PresetItems } from './PresetItems.js';
import { PresetNameForm, type PresetDialogMode } from './PresetNameForm.js';
import './presets.css';

/** Shows the active preset, with a dot if changed, and opens the preset menu. */
export function PresetMenu() {
  const inForce = usePresetInForce();
  const isChanged = useDraft(
    ({ draft }) => inForce !== null && !areSameSettings(draft, inForce.settings),
  );
  const [wish, setWish] = useState<PresetDialogMode | null>(null);
  const close = () => setWish(null);
  const button = useRef<HTMLButtonElement>(null);
  const hadWish = useRef(false);
  useEffect(() => {
    // Return the focus to the button that opened the popover.
    if (hadWish.current && wish === null) button.current?.focus();
    hadWish.current = wish !== null;
  }, [wish]);

  return (
    <Popover
      opened={wish !== null}
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
                aria-label={`Preset: ${inForce?.name ?? 'none'}${isChanged ? ', changed' : ''}`}
              >
                <span className="cut">{inForce?.name ?? 'Preset'}</span>
                {isChanged && <span className="reset-dot" aria-hidden />}
              </Button>
            </Menu.Target>
            <Menu.Dropdown className="preset-menu">
              <PresetItems inForce={inForce} isChanged={isChanged} onWish={setWish} />
            </Menu.Dropdown>
          </Menu>
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Preset name">
        {wish && <PresetNameForm wish={wish} onDone={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function usePresetInForce(): Preset | null {
  const name = useSettings(({ preset }) => preset);
  const presets = usePresets((state) => state.presets);
  return presets.find((preset) => preset.name === name) ?? null;
}
