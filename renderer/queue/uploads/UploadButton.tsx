import { Button, Menu, Popover, Tooltip } from '@mantine/core';
import { ChevronUp, CloudUpload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { BucketTarget } from '@shared/targets.js';
import { keysOf } from '../../commands/shortcuts.js';
import { useSent } from './sent-store.js';
import { defaultTarget, useTargets } from '../../settings/targets-store.js';
import { destinationLabel, useUploadChoice } from './upload-choice.js';
import { openNewTarget, uploadTo } from './uploading.js';
import { useSettings } from '../../settings/settings-store.js';
import { SeveralTargets } from './SeveralTargets.js';
import './deliveries.css';
import { t } from '../../i18n/t.js';

/**
 * Uploads the PDF on screen to the last used or another destination. Without destinations it opens
 * the settings to add one.
 */
export function UploadButton() {
  const targets = useTargets((state) => state.targets);
  const lastUsed = useSettings(({ uploadTarget }) => uploadTarget);
  const target = defaultTarget(targets, lastUsed);
  return target ? <UploadGroup targets={targets} target={target} /> : <FirstTargetButton />;
}

function FirstTargetButton() {
  return (
    <Tooltip label={t('uploads.addBucketHint', { keys: keysOf('upload') })}>
      <Button
        className="upload-button"
        variant="default"
        leftSection={<CloudUpload size={16} aria-hidden />}
        aria-label={t('uploads.uploadToBucket')}
        onClick={openNewTarget}
      >
        <span className="upload-label">{t('uploads.uploadToBucket')}</span>
      </Button>
    </Tooltip>
  );
}

interface UploadGroupProps {
  readonly targets: readonly BucketTarget[];
  readonly target: BucketTarget;
}

function UploadGroup({ targets, target }: UploadGroupProps) {
  const { name, obstacle } = useUploadChoice();
  const sending = useSent((state) => state.sending);
  const [choosesSeveral, setChoosesSeveral] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const label = t('uploads.uploadTo', { destination: target.name });
  const hint =
    obstacle ??
    t('uploads.uploadToHint', {
      destination: destinationLabel(target, name),
      keys: keysOf('upload'),
    });

  const wasChoosing = useRef(false);
  useEffect(() => {
    // Return the focus to the button that opened the popover.
    if (wasChoosing.current && !choosesSeveral) {
      group.current?.querySelector<HTMLElement>('.upload-more')?.focus();
    }
    wasChoosing.current = choosesSeveral;
  }, [choosesSeveral]);
  const closeSeveral = () => setChoosesSeveral(false);

  return (
    <Popover
      opened={choosesSeveral}
      onDismiss={closeSeveral}
      position="top-end"
      width={320}
      shadow="md"
      trapFocus
      withRoles={false}
      withinPortal={false}
    >
      <Popover.Target>
        <Button.Group ref={group}>
          <Tooltip label={hint}>
            <Button
              className="upload-button"
              variant="default"
              leftSection={<CloudUpload size={16} aria-hidden />}
              aria-label={label}
              aria-busy={sending}
              {...((obstacle !== null || sending) && {
                'data-disabled': true,
                'aria-disabled': true,
              })}
              onClick={() => {
                if (obstacle === null && !sending) void uploadTo([target]);
              }}
            >
              <span className="upload-label cut">{label}</span>
            </Button>
          </Tooltip>
          <UploadMenu
            targets={targets}
            name={name}
            isPossible={obstacle === null && !sending}
            onSeveral={() => setChoosesSeveral(true)}
          />
        </Button.Group>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('uploads.uploadToMultiple')}>
        {choosesSeveral && <SeveralTargets targets={targets} name={name} onDone={closeSeveral} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface UploadMenuProps {
  readonly targets: readonly BucketTarget[];
  readonly name: string | null;
  readonly isPossible: boolean;
  readonly onSeveral: () => void;
}

function UploadMenu({ targets, name, isPossible, onSeveral }: UploadMenuProps) {
  return (
    <Menu position="top-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          className="save-more upload-more"
          aria-label={t('uploads.otherDestinations')}
        >
          <ChevronUp size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="upload-menu">
        {targets.map((each) => (
          <Menu.Item key={each.id} disabled={!isPossible} onClick={() => void uploadTo([each])}>
            {each.name}
            <span className="upload-place quiet small">{destinationLabel(each, name)}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        {targets.length > 1 && (
          <Menu.Item disabled={!isPossible} onClick={onSeveral}>
            {t('uploads.multipleDestinations')}
          </Menu.Item>
        )}
        <Menu.Item onClick={openNewTarget}>{t('uploads.addDestinationItem')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
