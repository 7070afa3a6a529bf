import { Button, Menu, Tooltip } from '@mantine/core';
import { ChevronUp, Download } from 'lucide-react';
import { convertAll } from '../batch/convert.js';
import { countSources } from '../batch/read-batch.js';
import { useDraft } from '../form/draft-store.js';
import { usePreview } from './preview-store.js';
import { fileNameOf, pdfKey } from './ready-pdf.js';
import { savePdf, useSaving } from '../form/saving.js';
import { useServiceObstacle } from '../remote/service-obstacle.js';
import { keysOf } from '../../commands/shortcuts.js';
import { useFormContent } from './preview-content.js';
import { t } from '../../i18n/t.js';

/** Saves the PDF, to the same file once that is known, and offers other ways to save. */
export function SaveButton({ isPrimary }: { readonly isPrimary: boolean }) {
  const isSingle = useDraft(({ draft }) => countSources(draft) === 1);
  const isOnService = useDraft(({ draft }) => draft.renderOn !== null);
  const { label, hint, isPossible } = useSaveState();
  const saving = useSaving((state) => state.saving);
  const variant = isPrimary ? 'filled' : 'default';

  return (
    <Button.Group>
      <Tooltip label={hint}>
        <Button
          variant={variant}
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
      <Menu position="top-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant={variant}
            className="save-more"
            data-primary={isPrimary || undefined}
            aria-label={t('preview.moreSaveOptions')}
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
            {t('preview.saveAs')}
          </Menu.Item>
          {isSingle && (
            <Menu.Item
              {...(!isOnService && {
                rightSection: <span className="quiet small">{keysOf('convert')}</span>,
              })}
              onClick={() => void convertAll()}
            >
              {t('preview.saveToFolder')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
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
  const content = useFormContent();
  const ofService = useServiceObstacle(content, 'save');

  if (content.kind === 'no-source' && !isTypingUrl) return impossible(t('preview.nothingToSave'));
  if (ofService !== null) return impossible(ofService);
  if (error) return impossible(t('preview.notConvertedNotSaved'));
  const file =
    content.kind === 'pdf' &&
    saved.get(pdfKey(content.shown.source, fileNameOf(content.shown, typed)));
  if (!file) {
    return {
      label: t('preview.savePdf'),
      hint: t('preview.chooseWhereHint', { keys: keysOf('save') }),
      isPossible: true,
    };
  }
  return {
    label: t('preview.save'),
    hint: t('preview.replaceHint', { path: file.path, keys: keysOf('save') }),
    isPossible: true,
  };
}

function impossible(hint: string): SaveState {
  return { label: t('preview.savePdf'), hint, isPossible: false };
}
