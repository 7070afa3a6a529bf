import { Button, UnstyledButton } from '@mantine/core';
import { ChevronRight, Cloud, Folder } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { type TargetServer, isBucket } from '@shared/targets.js';
import { serverParts } from '@shared/upload-location.js';
import { t, textOf } from '../i18n/t.js';
import { TextInput } from '../ui/inputs.js';
import {
  type BrowsedServer,
  enterFolder,
  filterFolders,
  goTo,
  listsBuckets,
  loadMore,
  setActive,
  shownNames,
  startBrowsing,
  stopBrowsing,
  useBrowsing,
} from './browsing.js';
import './browsing.css';

/** Whose folders are listed, and where to begin. */
export interface BrowsingStart extends BrowsedServer {
  /** As in the state of {@link useBrowsing}. */
  readonly place: string;
}

interface BrowseButtonProps {
  /** Id of the field. */
  readonly owner: string;
  readonly label: string;
  /** Null if the fields are invalid, which shows their errors. */
  readonly start: () => BrowsingStart | null;
}

/** Opens or closes the list of buckets or folders of a field. */
export function BrowseButton({ owner, label, start }: BrowseButtonProps) {
  const isOpen = useBrowsing((state) => state.owner === owner);

  function toggle(): void {
    if (isOpen) {
      stopBrowsing(owner);
      return;
    }
    const found = start();
    if (found) startBrowsing(owner, found, found.place);
  }

  return (
    <Button
      id={`${owner}-browse`}
      variant="default"
      aria-label={label}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      {t('browse.browse')}
    </Button>
  );
}

interface FolderBrowserProps {
  /** Id of the field. */
  readonly owner: string;
  /** Path of the folder that cannot be left; empty for none. */
  readonly root: string;
  /** Receives the path of a folder. */
  readonly onChoose: (place: string) => void;
}

/** The list of buckets or folders below a field, while it is open. */
export function FolderBrowser(props: FolderBrowserProps) {
  const { owner } = props;
  const isOpen = useBrowsing((state) => state.owner === owner);
  useEffect(() => () => stopBrowsing(owner), [owner]);
  return <div data-keeps-focus={`#${owner}-browse`}>{isOpen && <OpenBrowser {...props} />}</div>;
}

/**
 * Breadcrumbs, a filter and a list. The focus stays in the filter: arrow keys move in the list,
 * Enter opens, Backspace goes up, Escape closes.
 */
function OpenBrowser({ owner, root, onChoose }: FolderBrowserProps) {
  const place = useBrowsing((state) => state.place);
  const isOfBuckets = useBrowsing(listsBuckets);
  const isLoading = useBrowsing((state) => state.isLoading);
  const group = useRef<HTMLDivElement>(null);
  // Its buttons are at its end.
  useEffect(() => {
    group.current?.scrollIntoView({ block: 'nearest' });
  }, [place, isLoading]);
  const label = isOfBuckets ? t('browse.browseBuckets') : t('browse.browseFolders');
  return (
    <div
      ref={group}
      className="browser"
      role="group"
      aria-label={label}
      data-owns-escape
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        stopBrowsing(owner);
      }}
    >
      <Breadcrumbs root={root} />
      <FilteredList root={root} />
      <div className="row browser-buttons">
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => stopBrowsing(owner)}>
          {t('window.cancel')}
        </Button>
        <Button
          variant="light"
          size="compact-sm"
          disabled={isOfBuckets}
          onClick={() => {
            onChoose(place);
            stopBrowsing(owner);
          }}
        >
          {t('browse.choose')}
        </Button>
      </div>
    </div>
  );
}

/** The path to the current place, from the root. */
function Breadcrumbs({ root }: { readonly root: string }) {
  const place = useBrowsing((state) => state.place);
  const server = useBrowsing((state) => state.browsed?.server);
  const top = server === undefined ? '' : topName(server);
  const crumbs = crumbsOf(root, place);
  return (
    <nav className="browser-path" aria-label={t('browse.path')}>
      {crumbs.map((of, index) => {
        const name = of === '' ? top : of.slice(of.lastIndexOf('/') + 1);
        const isLast = index === crumbs.length - 1;
        return (
          <span key={index} className="browser-crumb">
            {index > 0 && <ChevronRight size={14} aria-hidden />}
            {isLast ? (
              <span aria-current="location" className="cut">
                {name}
              </span>
            ) : (
              <UnstyledButton className="link cut" onClick={() => goTo(of)}>
                {name}
              </UnstyledButton>
            )}
          </span>
        );
      })}
    </nav>
  );
}

function topName(server: TargetServer): string {
  return isBucket(server) ? t('browse.buckets') : serverParts(server.server).host;
}

/** From the root to the current place. */
function crumbsOf(root: string, place: string): readonly string[] {
  const parts = place === '' ? [] : place.split('/');
  const places = ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
  return places.slice(root === '' ? 0 : root.split('/').length);
}

function FilteredList({ root }: { readonly root: string }) {
  const id = useId();
  const state = useBrowsing();
  const { place, query, active } = state;
  const { names, isIncomplete } = shownNames(state);
  const isOfBuckets = listsBuckets(state);
  const optionId = (index: number) => `${id}-${index}`;
  const input = useRef<HTMLInputElement>(null);
  // The filter keeps the focus when a click in the list or the path opens another place.
  useEffect(() => input.current?.focus(), [place]);

  function press(event: KeyboardEvent): void {
    const above =
      query === '' && event.key === 'Backspace' ? crumbsOf(root, place).at(-2) : undefined;
    const moved = indexAfter(event.key, active, names.length);
    const name = names[active];
    if (above !== undefined) goTo(above);
    else if (moved !== null) setActive(moved);
    else if (event.key !== 'Enter') return;
    else if (name !== undefined) enterFolder(name);
    // Enter must not submit the form.
    event.preventDefault();
  }

  const Icon = isOfBuckets ? Cloud : Folder;
  return (
    <>
      <TextInput
        ref={input}
        role="combobox"
        aria-label={isOfBuckets ? t('browse.filterBuckets') : t('browse.filterFolders')}
        aria-expanded={names.length > 0}
        aria-controls={names.length > 0 ? id : undefined}
        aria-activedescendant={names.length > 0 ? optionId(active) : undefined}
        aria-autocomplete="list"
        placeholder={t('browse.filter')}
        value={query}
        onChange={filterFolders}
        onKeyDown={press}
      />
      {names.length > 0 && (
        <div
          id={id}
          className="browser-list"
          role="listbox"
          aria-label={isOfBuckets ? t('browse.buckets') : t('browse.folders')}
        >
          {names.map((name, index) => (
            <Option
              key={name}
              id={optionId(index)}
              name={name}
              icon={<Icon size={14} aria-hidden />}
              isActive={index === active}
            />
          ))}
        </div>
      )}
      <div className="row browser-status small">
        <ListStatus count={names.length} isIncomplete={isIncomplete} />
        {isIncomplete && (
          <Button variant="subtle" size="compact-sm" onClick={loadMore}>
            {t('browse.more')}
          </Button>
        )}
      </div>
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly name: string;
  readonly icon: React.ReactNode;
  readonly isActive: boolean;
}

function Option({ id, name, icon, isActive }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={option}
      id={id}
      className="browser-option"
      role="option"
      aria-selected={isActive}
      // Keeps the focus in the filter.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => enterFolder(name)}
    >
      {icon}
      <span className="cut">{name}</span>
    </div>
  );
}

function ListStatus({
  count,
  isIncomplete,
}: {
  readonly count: number;
  readonly isIncomplete: boolean;
}) {
  const state = useBrowsing();
  const { query, isLoading, error } = state;
  return (
    <p role="status" className={error ? 'field-error' : 'quiet'}>
      {error ? textOf(error.message) : statusText()}
    </p>
  );

  function statusText(): string {
    if (isLoading) return t('browse.loading');
    if (isIncomplete) return t('browse.incomplete', { count });
    if (count === 0 && query !== '') return t('browse.noMatch', { query });
    if (listsBuckets(state))
      return count === 0 ? t('browse.noBuckets') : t('browse.bucketCount', { count });
    return count === 0 ? t('browse.noFolders') : t('browse.folderCount', { count });
  }
}

/** Null for other keys. */
function indexAfter(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'PageDown') return Math.min(index + 8, count - 1);
  return key === 'PageUp' ? Math.max(index - 8, 0) : null;
}
