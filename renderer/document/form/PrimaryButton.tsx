import { Button, Loader, Menu, Tooltip } from '@mantine/core';
import { Check, ChevronUp, Download, FileStack, Server, Upload } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { type ExistingChoice, existingChoices } from '@shared/draft.js';
import { message } from '@shared/messages/message.js';
import { keysOf, runCommand } from '../../ui/commands.js';
import { t, textOf } from '../../i18n/t.js';
import { convertAll } from '../preview/convert.js';
import { copyRequest, openRequest } from './request-actions.js';
import { changeDraft, useDraft } from '../draft/draft-store.js';
import { countPdfs } from '../draft/merging.js';
import { usePrimaryAction } from './primary-action.js';
import { savePdf } from './saving.js';
import { isForQueue, isSplitting, startSplitting } from '../draft/splitting.js';

const primaryIcons = { save: Download, upload: Upload, convert: FileStack, service: Server };

/**
 * The one filled button. If it can't act, it says why. While busy it is not disabled, because that
 * would lose the focus. Once it has acted, its tooltip doesn't cover the result above it.
 */
export function PrimaryButton() {
  const { kind, label, hint, obstacle, isBusy, run } = usePrimaryAction();
  const Icon = primaryIcons[kind];
  const [hasActed, setHasActed] = useState(false);
  return (
    <Button.Group className="primary-action">
      <Tooltip label={obstacle ?? hint} disabled={hasActed && obstacle === null}>
        <Button
          variant="filled"
          leftSection={
            isBusy ? <Loader size={16} color="currentColor" /> : <Icon size={16} aria-hidden />
          }
          aria-description={obstacle ?? hint}
          aria-busy={isBusy}
          aria-disabled={isBusy || obstacle !== null}
          {...(obstacle !== null && { 'data-disabled': true })}
          onMouseLeave={() => setHasActed(false)}
          onBlur={() => setHasActed(false)}
          {...(isBusy
            ? { onKeyDown: cancelOnEscape }
            : {
                onClick: () => {
                  setHasActed(true);
                  run();
                },
              })}
        >
          <span className="cut">{label}</span>
        </Button>
      </Tooltip>
      <MoreMenu />
    </Button.Group>
  );
}

/** Without this, the tooltip of the focused button would take the key. */
function cancelOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  runCommand('cancel');
}

function MoreMenu() {
  const count = useDraft(({ draft }) => countPdfs(draft));
  const isBatch = useDraft(({ draft }) => isForQueue(draft));
  const isSplit = useDraft(({ draft }) => isSplitting(draft));
  const isOnService = useDraft(({ draft }) => draft.renderOn !== null);
  // Splitting focuses its own field.
  const [returnsFocus, setReturnsFocus] = useState(true);
  return (
    <Menu
      position="top-end"
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      returnFocus={returnsFocus}
      onOpen={() => setReturnsFocus(true)}
    >
      <Menu.Target>
        <Button variant="filled" className="primary-more" aria-label={t('preview.moreSaveOptions')}>
          <ChevronUp size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {count > 0 && (
          <>
            <Menu.Item rightSection={<Keys name="save-as" />} onClick={() => void savePdf(true)}>
              {isSplit
                ? t('split.saveWholeAs')
                : count > 1
                  ? t('form.saveShownAs')
                  : t('preview.saveAs')}
            </Menu.Item>
            {!isBatch && (
              <Menu.Item
                {...(!isOnService && { rightSection: <Keys name="convert" /> })}
                onClick={() => void convertAll()}
              >
                {t('form.addToQueue')}
              </Menu.Item>
            )}
            <Menu.Divider />
          </>
        )}
        <ExistingItems isBatch={isBatch} />
        <Menu.Divider />
        {!isSplit && (
          <>
            <Menu.Item
              onClick={() => {
                setReturnsFocus(false);
                startSplitting();
              }}
            >
              {t('split.start')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          rightSection={<Keys name="copy-curl" />}
          onClick={() => void copyRequest('curl')}
        >
          {t('preview.copyAsCurl')}
        </Menu.Item>
        <Menu.Item
          rightSection={<Keys name="copy-json" />}
          onClick={() => void copyRequest('json')}
        >
          {t('preview.copyAsJson')}
        </Menu.Item>
        <Menu.Item rightSection={<Keys name="open-json" />} onClick={() => void openRequest()}>
          {t('preview.openJson')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const existingLabels = {
  ask: message('form.existingAsk'),
  number: message('uploads.keepBoth'),
  skip: message('uploads.skip'),
  overwrite: message('uploads.replace'),
} as const;

/** What to do if the output exists; several documents can't ask. */
function ExistingItems({ isBatch }: { readonly isBatch: boolean }) {
  const existing = useDraft(({ draft }) => draft.existing);
  const current = isBatch && existing === 'ask' ? 'number' : existing;
  const choices = existingChoices.filter((choice) => !(isBatch && choice === 'ask'));
  return (
    <>
      <Menu.Label>{t('form.ifFileExists')}</Menu.Label>
      {choices.map((choice) => (
        <ExistingItem key={choice} choice={choice} isChosen={choice === current} />
      ))}
    </>
  );
}

interface ExistingItemProps {
  readonly choice: ExistingChoice;
  readonly isChosen: boolean;
}

function ExistingItem({ choice, isChosen }: ExistingItemProps) {
  return (
    <Menu.Item
      aria-current={isChosen}
      leftSection={<Check size={14} aria-hidden visibility={isChosen ? 'visible' : 'hidden'} />}
      onClick={() => changeDraft({ existing: choice })}
    >
      {textOf(existingLabels[choice])}
    </Menu.Item>
  );
}

function Keys({ name }: { readonly name: Parameters<typeof keysOf>[0] }) {
  return <span className="quiet small">{keysOf(name)}</span>;
}
