import { ActionIcon, Button, Menu, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { Cloud, Folder, FolderOpen, type LucideIcon, Plus, Server, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type UploadTarget, bucketPath, isBucket, targetFolder } from '@shared/targets.js';
import { call } from '../../bridge/bridge.js';
import { lastPart } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { openNewTarget } from '../../queue/delivery-actions.js';
import { BrowseButton, FolderBrowser } from '../../settings/FolderBrowser.js';
import { useTargets } from '../../settings/targets-store.js';
import { FieldError, TextInput } from '../../ui/inputs.js';
import { reportResult } from '../../ui/notices.js';
import { useUi } from '../../ui/ui-store.js';
import { changeDraft, useDraft } from '../draft/draft-store.js';
import { useField } from './Field.js';
import { chosenTargets, countRemoved } from '../draft/output.js';

/** A line of chips: the folder, the other destinations, and a menu to add one. */
export function DestinationChips() {
  const save = useDraft(({ draft }) => draft.save);
  const uploadTargets = useDraft(({ draft }) => draft.uploadTargets);
  const targets = useTargets((state) => state.targets);
  const chosen = chosenTargets({ uploadTargets }, targets);
  const removed = countRemoved({ uploadTargets }, targets);
  const { message: issue } = useField('output.save');
  const { message: uploadsIssue } = useField('output.uploads');
  return (
    <div>
      <div className="chips" role="group" aria-label={t('form.destinations')}>
        {save && <FolderChip isRemovable={chosen.length > 0} />}
        {chosen.map((target) => (
          <TargetChip key={target.id} target={target} />
        ))}
        {removed > 0 && <RemovedChip count={removed} targets={targets} />}
        <AddMenu targets={targets.filter(({ id }) => !uploadTargets.includes(id))} save={save} />
      </div>
      <FieldError id="destinations-error" message={issue ?? uploadsIssue} />
    </div>
  );
}

interface ChipProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly tooltip: string;
  readonly label: string;
  readonly isWrong?: boolean;
  /** True opens it, because a field in it is wanted. */
  readonly isWanted: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A destination; a click opens its options. */
function Chip({
  icon: Icon,
  name,
  tooltip,
  label,
  isWrong = false,
  isWanted,
  children,
}: ChipProps) {
  const [isOpen, setIsOpen] = useState(false);
  // The field is mounted by opening the chip that contains it.
  if (isWanted && !isOpen) setIsOpen(true);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top-start"
      width={308}
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={tooltip} disabled={isOpen}>
          <UnstyledButton
            className="chip"
            aria-label={label}
            data-error={isWrong || undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon size={14} aria-hidden />
            <span className="cut">{name}</span>
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className="chip-options">
        {children(() => setIsOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

function FolderChip({ isRemovable }: { readonly isRemovable: boolean }) {
  const folder = useDraft(({ draft }) => draft.outputFolder);
  const isOfFiles = useDraft(({ draft }) => draft.tab === 'files');
  const isWanted = useUi(({ focusWanted }) => focusWanted === 'output.folder');
  const { message: issue } = useField('output.folder');
  const automatic = isOfFiles ? t('form.sameFolder') : t('form.downloads');
  const name = folder === '' ? automatic : lastPart(folder);
  return (
    <Chip
      icon={Folder}
      name={name}
      tooltip={folder === '' ? t('form.folderHelp') : folder}
      label={t('form.folderChip', { folder: name })}
      isWrong={issue !== null}
      isWanted={isWanted}
    >
      {(close) => (
        <>
          <FolderField placeholder={automatic} />
          <div className="row chip-actions">
            {folder !== '' && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => changeDraft({ outputFolder: '' })}
              >
                {automatic}
              </Button>
            )}
            {isRemovable && (
              <RemoveButton
                onClick={() => {
                  close();
                  changeDraft({ save: false });
                }}
              />
            )}
          </div>
        </>
      )}
    </Chip>
  );
}

function FolderField({ placeholder }: { readonly placeholder: string }) {
  const folder = useDraft(({ draft }) => draft.outputFolder);
  const { message: issue, control, onEnter, onLeave } = useField('output.folder');
  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <label htmlFor={control.id}>{t('form.folder')}</label>
      <div className="row">
        <TextInput
          {...control}
          data-autofocus
          placeholder={placeholder}
          value={folder}
          onChange={(text) => changeDraft({ outputFolder: text })}
        />
        <Tooltip label={t('form.chooseFolder')}>
          <ActionIcon
            size={30}
            variant="default"
            aria-label={t('form.chooseOutputFolder')}
            onClick={() => void chooseFolder()}
          >
            <FolderOpen size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <FieldError id={`${control.id}-error`} message={issue} />
    </div>
  );
}

async function chooseFolder(): Promise<void> {
  const result = await call('delivery:choose-folder', undefined);
  if (reportResult(t('form.chooseFolderFailed'), result) && result.value !== null)
    changeDraft({ save: true, outputFolder: result.value });
}

function TargetChip({ target }: { readonly target: UploadTarget }) {
  const isFirst = useDraft(
    ({ draft }) => chosenTargets(draft, useTargets.getState().targets)[0]?.id === target.id,
  );
  const isWanted = useUi(({ focusWanted }) => focusWanted === 'output.uploadPath') && isFirst;
  const { message: issue } = useField('output.uploadPath');
  return (
    <Chip
      icon={isBucket(target) ? Cloud : Server}
      name={target.name}
      tooltip={targetFolder(target)}
      label={
        isBucket(target)
          ? t('form.bucketChip', { name: target.name })
          : t('form.serverChip', { name: target.name })
      }
      isWrong={issue !== null && isFirst}
      isWanted={isWanted}
    >
      {(close) => (
        <>
          <UploadPathField target={target} />
          <div className="row chip-actions">
            <RemoveButton
              onClick={() => {
                close();
                removeTarget(target.id);
              }}
            />
          </div>
        </>
      )}
    </Chip>
  );
}

/** The path below the folder of a destination, typed or chosen from a list. */
function UploadPathField({ target }: { readonly target: UploadTarget }) {
  const path = useDraft(({ draft }) => draft.uploadPath);
  const owner = `upload-path-${target.id}`;
  const root = isBucket(target) ? bucketPath(target) : target.folder;
  const { message: issue, control, onEnter, onLeave } = useField('output.uploadPath');
  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <label htmlFor={control.id}>{t('form.path')}</label>
      <div className="row">
        <TextInput
          {...control}
          data-autofocus
          placeholder={t('form.uploadPathPlaceholder')}
          value={path}
          onChange={(uploadPath) => changeDraft({ uploadPath })}
        />
        <BrowseButton
          owner={owner}
          label={t('browse.browseFolders')}
          start={() => ({ server: target, place: root })}
        />
      </div>
      <FolderBrowser
        owner={owner}
        root={root}
        onChoose={(chosen) => changeDraft({ uploadPath: pathBelow(root, chosen, path) })}
      />
      <p id={`${control.id}-help`} className="chip-help quiet small">
        {t('form.pathHelp', { folder: targetFolder(target) })}
      </p>
      <FieldError id={`${control.id}-error`} message={issue} />
    </div>
  );
}

/** From a destination's folder to the chosen one, with the name of the old path. */
function pathBelow(root: string, chosen: string, path: string): string {
  const folder = root === '' ? chosen : chosen.slice(root.length + 1);
  const [name = ''] = /[^/]*\.pdf$/i.exec(path) ?? [];
  return [folder, name].filter((part) => part !== '').join('/');
}

function removeTarget(id: string): void {
  const { uploadTargets, save } = useDraft.getState().draft;
  const others = uploadTargets.filter((each) => each !== id);
  changeDraft({ uploadTargets: others, save: save || others.length === 0 });
}

function RemovedChip({
  count,
  targets,
}: {
  readonly count: number;
  readonly targets: readonly UploadTarget[];
}) {
  const { control } = useField('output.uploads');
  const text = t('form.removedDestinations', { count });
  return (
    <Tooltip label={t('form.clearRemoved')}>
      <UnstyledButton
        id={control.id}
        className="chip"
        data-error
        aria-label={t('form.removeItem', { name: text })}
        onClick={() => {
          const { draft } = useDraft.getState();
          const kept = chosenTargets(draft, targets).map(({ id }) => id);
          changeDraft({ uploadTargets: kept, save: draft.save || kept.length === 0 });
        }}
      >
        <Trash2 size={14} aria-hidden />
        <span className="cut">{text}</span>
      </UnstyledButton>
    </Tooltip>
  );
}

function RemoveButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Trash2 size={14} aria-hidden />}
      onClick={onClick}
    >
      {t('form.removeDestination')}
    </Button>
  );
}

interface AddMenuProps {
  /** The destinations that aren't selected yet. */
  readonly targets: readonly UploadTarget[];
  readonly save: boolean;
}

function AddMenu({ targets, save }: AddMenuProps) {
  const opened = useUi(({ destinationsOpen }) => destinationsOpen);
  const { control } = useField('output.save');
  return (
    <Menu
      position="top-start"
      shadow="md"
      withinPortal={false}
      opened={opened}
      onChange={(destinationsOpen) => useUi.setState({ destinationsOpen })}
    >
      <Menu.Target>
        <UnstyledButton
          id={control.id}
          className="chip chip-add"
          aria-label={t('uploads.addDestination')}
        >
          <Plus size={14} aria-hidden />
          {t('form.add')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {!save && (
          <Menu.Item
            leftSection={<Folder size={14} aria-hidden />}
            onClick={() => changeDraft({ save: true })}
          >
            {t('form.folder')}
          </Menu.Item>
        )}
        {save && (
          <Menu.Item
            leftSection={<FolderOpen size={14} aria-hidden />}
            onClick={() => void chooseFolder()}
          >
            {t('form.chooseFolderItem')}
          </Menu.Item>
        )}
        {targets.map((target) => (
          <TargetItem key={target.id} target={target} />
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Plus size={14} aria-hidden />} onClick={openNewTarget}>
          {t('form.newDestination')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function TargetItem({ target }: { readonly target: UploadTarget }) {
  const icon = isBucket(target) ? (
    <Cloud size={14} aria-hidden />
  ) : (
    <Server size={14} aria-hidden />
  );
  return (
    <Menu.Item leftSection={icon} onClick={() => addTarget(target.id)}>
      {target.name}
    </Menu.Item>
  );
}

function addTarget(id: string): void {
  const { uploadTargets } = useDraft.getState().draft;
  changeDraft({ uploadTargets: [...uploadTargets.filter((each) => each !== id), id] });
}
