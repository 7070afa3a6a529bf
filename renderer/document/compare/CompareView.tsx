import './compare.css';
import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core';
import { ChevronDown, CircleAlert, FileDiff, FolderOpen, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { keysOf } from '../../ui/commands.js';
import { t, textOf } from '../../i18n/t.js';
import { useSettings } from '../../settings/settings-store.js';
import { EmptyNotice, IconButton } from '../../ui/parts.js';
import { ZoomGroup } from '../viewer/ViewerToolbar.js';
import type { ShownPdf } from '../draft/preview-store.js';
import { Comparison } from './comparison.js';
import {
  type Version,
  choiceOf,
  chosenVersion,
  compareWithFile,
  isPrivate,
  stopComparing,
  toggleComparing,
  useCompare,
  versionLabel,
  versionsOf,
} from './versions.js';
import { ChangeBar, ChangeList } from './ChangeBar.js';
import { ComparedPages } from './ComparedPages.js';

/** Starts the comparison; without an earlier version, offers to choose a file. */
export function CompareButton({ shown }: { readonly shown: ShownPdf }) {
  const button = useRef<HTMLDivElement>(null);
  const version = useCompare((state) => chosenVersion(state, shown));
  useEffect(() => {
    if (!useCompare.getState().returnsFocus) return;
    useCompare.setState({ returnsFocus: false });
    button.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={button} className="toolbar-group">
      {version ? (
        <IconButton
          icon={FileDiff}
          label={t('compare.compare')}
          keys={keysOf('compare')}
          onClick={toggleComparing}
        />
      ) : (
        <VersionMenu shown={shown}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('compare.compare')}
            title={t('compare.compare')}
          >
            <FileDiff size={18} aria-hidden />
          </ActionIcon>
        </VersionMenu>
      )}
    </div>
  );
}

interface VersionMenuProps {
  readonly shown: ShownPdf;
  /** The button that opens it. */
  readonly children: ReactElement;
}

function VersionMenu({ shown, children }: VersionMenuProps) {
  const state = useCompare();
  const versions = versionsOf(state, shown);
  const chosen = chosenVersion(state, shown);
  return (
    <Menu shadow="md" position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {versions.map((version) => (
          <Menu.Item
            key={version.key}
            aria-current={version.key === chosen?.key || undefined}
            rightSection={
              version.kind === 'saved' && <span className="quiet small">{version.name}</span>
            }
            onClick={() =>
              useCompare.setState({ choice: choiceOf(version), comparing: shown.source })
            }
          >
            {versionLabel(version)}
          </Menu.Item>
        ))}
        {versions.length === 0 && (
          <Menu.Label>{t(isPrivate(shown) ? 'compare.notKept' : 'compare.noVersion')}</Menu.Label>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<FolderOpen size={14} aria-hidden />}
          onClick={() => void compareWithFile()}
        >
          {t('compare.chooseFile')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface CompareViewProps {
  readonly shown: ShownPdf;
  readonly version: Version;
  /** Dims the pages: the next preview is being rendered. */
  readonly isOutdated: boolean;
}

/** Shows the preview beside an earlier version, or what is different. */
export function CompareView({ shown, version, isOutdated }: CompareViewProps) {
  const zoom = useSettings((settings) => settings.zoom);
  const [comparison] = useState(() => new Comparison(zoom));
  const error = useStore(comparison.store, (state) => state.error);
  const compared = useStore(comparison.store, (state) => state.compared);
  const isListOpen = useCompare((state) => state.isListOpen);
  const label = versionLabel(version);
  const { address, name } = version;
  const current = shown.artifact.address;

  useEffect(() => comparison.mount(), [comparison]);
  useEffect(() => {
    comparison.show({ address, name }, { address: current, name: t('compare.current') });
  }, [comparison, address, name, current]);

  return (
    <div className="viewer compare" data-outdated={isOutdated || undefined}>
      <CompareToolbar comparison={comparison} shown={shown} label={label} />
      <ChangeBar comparison={comparison} />
      <div className="viewer-body">
        {isListOpen && compared && <ChangeList comparison={comparison} />}
        {compared && <ComparedPages comparison={comparison} compared={compared} label={label} />}
        {error && (
          <div role="alert" className="viewer-error">
            <EmptyNotice icon={CircleAlert} title={t('compare.failed')}>
              {textOf(error.message)}
            </EmptyNotice>
          </div>
        )}
      </div>
    </div>
  );
}

interface CompareToolbarProps {
  readonly comparison: Comparison;
  readonly shown: ShownPdf;
  /** What the earlier version is called. */
  readonly label: string;
}

function CompareToolbar({ comparison, shown, label }: CompareToolbarProps) {
  const mode = useCompare((state) => state.mode);
  return (
    <div className="viewer-toolbar" role="toolbar" aria-label={t('compare.title')}>
      <div className="compare-start">
        <VersionMenu shown={shown}>
          <Button
            variant="default"
            aria-label={t('compare.withVersion', { version: label })}
            rightSection={<ChevronDown size={14} aria-hidden />}
          >
            <span className="cut">{label}</span>
          </Button>
        </VersionMenu>
      </div>
      <div className="viewer-toolbar-middle">
        <SegmentedControl
          size="xs"
          aria-label={t('compare.mode')}
          value={mode}
          onChange={(value) => useCompare.setState({ mode: value })}
          data={[
            { value: 'side-by-side', label: t('compare.sideBySide') },
            { value: 'difference', label: t('compare.difference') },
          ]}
        />
        <ZoomGroup viewer={comparison} />
      </div>
      <div className="viewer-toolbar-end">
        <div className="toolbar-group">
          <IconButton icon={X} label={t('compare.stop')} keys="Esc" onClick={stopComparing} />
        </div>
      </div>
    </div>
  );
}
