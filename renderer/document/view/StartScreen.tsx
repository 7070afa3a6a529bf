import { Button, CloseButton } from '@mantine/core';
import { FileDown, FileText, Folder, Globe, Link } from 'lucide-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { pathFromText } from '@shared/request/source.js';
import type { RecentSource } from '@shared/source-list.js';
import { call } from '../../bridge/bridge.js';
import { formatAgo } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { typedPath } from '../../ui/home-folder.js';
import { reportResult, showUndo } from '../../ui/notices.js';
import { TextInput } from '../../ui/inputs.js';
import { focusField } from '../../ui/ui-store.js';
import { useNow } from '../../ui/use-now.js';
import { tidyLines } from '../draft/addresses.js';
import { changeDraft, loadUrl, touchFields } from '../draft/draft-store.js';
import { sampleDocument } from '../form/sample-document.js';
import { addPaths, chooseFiles, pasteText, replaceHtml } from '../form/sources.js';

/** The canvas without a document: the ways to load one, and what was loaded last. */
export function StartScreen() {
  return (
    <div className="preview-empty">
      <div className="start">
        <div className="start-drop">
          <FileDown size={40} strokeWidth={1.8} aria-hidden />
          <h2>{t('preview.dropFiles')}</h2>
          <p className="quiet">{t('preview.dropHelp')}</p>
          <UrlForm />
          <div className="row">
            <Button variant="subtle" onClick={() => void chooseFiles()}>
              {t('preview.chooseFiles')}
            </Button>
            <Button variant="subtle" onClick={editHtml}>
              {t('preview.pasteHtml')}
            </Button>
            <Button variant="subtle" onClick={() => replaceHtml(sampleDocument)}>
              {t('preview.openSample')}
            </Button>
          </div>
        </div>
        <Recent />
      </div>
    </div>
  );
}

function editHtml(): void {
  changeDraft({ tab: 'html' });
  focusField('source');
}

function UrlForm() {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      className="start-url"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') field.current?.focus();
        else open(typed.trim());
      }}
    >
      <Link size={16} aria-hidden />
      <TextInput
        ref={field}
        inputMode="url"
        aria-label={t('preview.pasteUrl')}
        placeholder={t('preview.pasteUrl')}
        value={typed}
        onChange={setTyped}
        onPaste={pasteLines}
      />
      <Button type="submit">{t('preview.previewUrl')}</Button>
    </form>
  );
}

/** A single-line field would join the pasted lines. */
function pasteLines(event: ClipboardEvent): void {
  const text = event.clipboardData.getData('text/plain');
  if (tidyLines(text).length < 2) return;
  event.preventDefault();
  pasteText(text, '');
}

function open(typed: string): void {
  const path = pathFromText(typedPath(typed));
  if (path === null) previewUrl(typed);
  else void addPaths([path]);
}

function previewUrl(url: string): void {
  changeDraft({ tab: 'url' });
  loadUrl(url);
  touchFields(['source']);
}

/** How often the relative times are updated, in milliseconds. */
const timesMs = 30_000;

function Recent() {
  const [sources, setSources] = useState<readonly RecentSource[]>([]);
  const now = useNow(sources.length > 0, timesMs);
  useEffect(() => {
    const ended = new AbortController();
    void call('recent:list', undefined).then((result) => {
      if (ended.signal.aborted) return;
      if (reportResult(t('preview.recentFailed'), result)) setSources(result.value);
    });
    return () => ended.abort();
  }, []);
  if (sources.length === 0) return null;

  async function replace(next: readonly RecentSource[]): Promise<void> {
    const result = await call('recent:set', { sources: [...next] });
    if (reportResult(t('preview.recentNotChanged'), result)) setSources(next);
  }

  function keepOnly(kept: readonly RecentSource[]): void {
    void replace(kept);
    const count = sources.length - kept.length;
    showUndo(t('preview.recentRemoved', { count }), () => void replace(sources));
  }

  return (
    <section className="recent" aria-labelledby="recent-heading" data-keeps-focus="">
      <div className="recent-head">
        <h3 id="recent-heading">{t('preview.recent')}</h3>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => keepOnly([])}>
          {t('preview.clearRecent')}
        </Button>
      </div>
      <ul>
        {sources.map((source) => (
          <RecentRow
            key={source.location}
            source={source}
            now={now}
            onRemove={() => keepOnly(sources.filter((each) => each !== source))}
          />
        ))}
      </ul>
    </section>
  );
}

interface RecentRowProps {
  readonly source: RecentSource;
  /** In milliseconds since the epoch. */
  readonly now: number;
  readonly onRemove: () => void;
}

const icons = { file: FileText, folder: Folder, url: Globe } as const;

function RecentRow({ source, now, onRemove }: RecentRowProps) {
  const Icon = icons[source.kind];
  const name = recentName(source);
  return (
    <li>
      <button
        type="button"
        className="recent-source"
        title={source.location}
        onClick={() => void loadRecent(source)}
      >
        <Icon size={16} aria-hidden />
        <span className="cut">{name}</span>
        <span className="quiet">{formatAgo(source.at, now)}</span>
      </button>
      <CloseButton size="sm" aria-label={t('preview.removeRecent', { name })} onClick={onRemove} />
    </li>
  );
}

function recentName({ kind, location, count = 0 }: RecentSource): string {
  if (kind === 'url') return location.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const name = location.split(/[\\/]/).findLast((part) => part !== '') ?? location;
  return kind === 'folder' ? t('preview.recentFolder', { name, count }) : name;
}

async function loadRecent({ kind, location }: RecentSource): Promise<void> {
  if (kind === 'url') previewUrl(location);
  else await addPaths([location]);
}
