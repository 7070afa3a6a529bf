import { Button, Menu, Tooltip } from '@mantine/core';
import { ChevronUp, Download } from 'lucide-react';
import { useDraft } from '../../store/draft-store.js';
import { usePreview } from '../../store/preview-store.js';
import { readingOf } from '../../store/reading.js';
import { fileNameOf, savePdf, savedKey, useSaving } from '../../store/saving.js';
import { keysOf } from '../../shortcuts.js';

/** The one primary action: saving, again to the same place once that is known. */
export function SaveBar() {
  const { label, hint, isPossible } = useSaveState();
  const saving = useSaving((state) => state.saving);

  return (
    <div className="save-bar">
      <Button.Group>
        <Tooltip label={hint}>
          <Button
            leftSection={<Download size={16} aria-hidden />}
            loading={saving}
            {...(!isPossible && { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => {
              if (isPossible) void savePdf(false);
            }}
          >
            {label}
          </Button>
        </Tooltip>
        <Menu position="top-end" shadow="md" withinPortal>
          <Menu.Target>
            <Button
              className="save-more"
              aria-label="More ways to save"
              disabled={!isPossible || saving}
            >
              <ChevronUp size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              rightSection={<span className="quiet small">{keysOf('save-as')}</span>}
              onClick={() => void savePdf(true)}
            >
              Save as
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </div>
  );
}

interface SaveState {
  readonly label: string;
  readonly hint: string;
  readonly isPossible: boolean;
}

function useSaveState(): SaveState {
  const typed = useDraft(({ draft }) => draft.filename);
  const isTypingUrl = useDraft(({ draft }) => draft.tab === 'url' && draft.url.trim() !== '');
  const { sourceIsEmpty } = useDraft(readingOf);
  const shown = usePreview((state) => state.shown);
  const saved = useSaving((state) => state.saved);

  if (sourceIsEmpty && !isTypingUrl) {
    return { label: 'Save PDF', hint: 'There is nothing to save yet.', isPossible: false };
  }
  const file = shown && saved.get(savedKey(shown.source, fileNameOf(shown, typed)));
  if (!file) {
    return { label: 'Save PDF', hint: `Asks where (${keysOf('save')})`, isPossible: true };
  }
  return {
    label: 'Save again',
    hint: `Replaces ${file.path} (${keysOf('save')})`,
    isPossible: true,
  };
}
