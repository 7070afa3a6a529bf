import { Button, Menu, Tooltip } from '@mantine/core';
import { ChevronUp, Download } from 'lucide-react';
import { useDraft } from '../../store/draft-store.js';
import { usePreview } from '../../store/preview-store.js';
import { fileNameOf, savePdf, savedKey, useSaving } from '../../store/saving.js';
import { keysOf } from '../../shortcuts.js';
import { usePreviewContent } from '../../store/preview-content.js';

/** The one primary action: saving, again to the same place once that is known. */
export function SaveBar() {
  const { label, hint, isPossible } = useSaveState();
  const saving = useSaving((state) => state.saving);

  return (
    <div className="save-bar">
      <Button.Group>
        <Tooltip label={hint}>
          <Button
            variant="filled"
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
        <Menu
          position="top-end"
          shadow="md"
          withinPortal={false}
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target>
            <Button
              variant="filled"
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
  const error = usePreview((state) => state.error);
  const saved = useSaving((state) => state.saved);
  const content = usePreviewContent();

  if (content.kind === 'no-source' && !isTypingUrl)
    return impossible('There is nothing to save yet.');
  if (error) return impossible('This version could not be made, so there is no PDF of it to save.');
  const file =
    content.kind === 'pdf' &&
    saved.get(savedKey(content.shown.source, fileNameOf(content.shown, typed)));
  if (!file) {
    return { label: 'Save PDF', hint: `Asks where (${keysOf('save')})`, isPossible: true };
  }
  return {
    label: 'Save again',
    hint: `Replaces ${file.path} (${keysOf('save')})`,
    isPossible: true,
  };
}

function impossible(hint: string): SaveState {
  return { label: 'Save PDF', hint, isPossible: false };
}
