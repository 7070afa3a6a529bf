import { Button } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { globIssue, globsIn } from '@shared/globs.js';
import { isWholeWithin, numberFromText } from '@shared/request/fields.js';
import { sentences } from '@shared/messages/message.js';
import {
  type SiteSearch,
  crawlRanges,
  defaultCrawlLimit,
  looksLikeSitemap,
} from '@shared/sites.js';
import { call, on } from '../../bridge/bridge.js';
import { t, textOf } from '../../i18n/t.js';
import { SelectRow, TextRow } from '../../settings/rows.js';
import { Dialog, focusInvalid } from '../../ui/Dialog.js';
import { FieldError } from '../../ui/inputs.js';
import { showLastingNotice, showUndo } from '../../ui/notices.js';
import { addressLines, withLine } from '../draft/addresses.js';
import { changeDraft, chooseAddress, loadUrl, useDraft } from '../draft/draft-store.js';

/** Opens the search for the pages of the selected URL's site; nothing while there is no URL. */
export function SitePages() {
  const [isOpen, setIsOpen] = useState(false);
  const url = useDraft(({ draft, address }) => addressLines(draft.url)[address]?.trim() ?? '');
  if (url === '') return null;
  const close = (): void => {
    setIsOpen(false);
    void call('site:cancel', undefined);
  };
  return (
    <>
      <Button
        className="site-pages"
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => {
          loadUrl();
          setIsOpen(true);
        }}
      >
        {looksLikeSitemap(url) ? t('sites.openSitemap') : t('sites.open')}
      </Button>
      <Dialog
        title={t('sites.title')}
        closeLabel={t('window.cancel')}
        isOpen={isOpen}
        onClose={close}
      >
        {isOpen && <SiteSearchForm url={url} onClose={close} />}
      </Dialog>
    </>
  );
}

interface SiteSearchFormProps {
  readonly url: string;
  readonly onClose: () => void;
}

function SiteSearchForm({ url, onClose }: SiteSearchFormProps) {
  const [how, setHow] = useState<SiteSearch['how']>(looksLikeSitemap(url) ? 'sitemap' : 'links');
  const [depth, setDepth] = useState('1');
  const [limit, setLimit] = useState(String(defaultCrawlLimit));
  const [include, setInclude] = useState('');
  const [exclude, setExclude] = useState('');
  const [found, setFound] = useState<number | null>(null);
  const [issue, setIssue] = useState<string | null>(null);
  const encryptedOnly = useDraft(({ draft }) => draft.hipaa);
  const signIn = useDraft(({ draft }) => draft.signIn);
  const isBusy = found !== null;
  useEffect(() => on('site:progress', ({ count }) => setFound(count)), []);
  const depthIssue = how === 'links' ? numberIssue(depth, crawlRanges.depth) : null;
  const limitIssue = numberIssue(limit, crawlRanges.limit);
  const globs =
    how === 'links' ? { include: globsIn(include), exclude: globsIn(exclude) } : noGlobs;
  const includeIssue = firstIssue(globs.include);
  const excludeIssue = firstIssue(globs.exclude);
  const formIssue = depthIssue ?? limitIssue ?? includeIssue ?? excludeIssue;

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (formIssue !== null) {
      focusInvalid(event.currentTarget);
      return;
    }
    setIssue(null);
    setFound(0);
    const options = { depth: Number(depth), limit: Number(limit), ...globs, encryptedOnly };
    const result = await call('site:find', {
      url,
      how,
      ...options,
      ...(signIn !== null && how === 'links' && { signIn }),
    });
    setFound(null);
    if (!result.ok) {
      if (result.error.code === 'canceled') return;
      const [first] = result.error.fields ?? [];
      setIssue(textOf(first?.message ?? result.error.message));
      return;
    }
    const { urls, notes } = result.value;
    const count = addPages(url, urls);
    if (count === 0) {
      setIssue(t('sites.none'));
      return;
    }
    onClose();
    const [note, ...others] = notes;
    if (note) showLastingNotice(textOf(sentences(note, ...others)));
  }

  return (
    <form className="settings sign-in-steps" onSubmit={(event) => void submit(event)}>
      <p className="quiet small site-url">{url}</p>
      <SelectRow
        id="site-how"
        label={t('sites.how')}
        autoFocus
        value={how}
        choices={[
          ['links', t('sites.byLinks')],
          ['sitemap', t('sites.bySitemap')],
        ]}
        onChange={setHow}
      />
      {how === 'links' && (
        <TextRow
          inputMode="numeric"
          id="site-depth"
          label={t('sites.depth')}
          help={t('sites.depthHelp')}
          value={depth}
          issue={depthIssue}
          onChange={setDepth}
        />
      )}
      <TextRow
        inputMode="numeric"
        id="site-limit"
        label={t('sites.limit')}
        value={limit}
        issue={limitIssue}
        onChange={setLimit}
      />
      {how === 'links' && (
        <>
          <TextRow
            id="site-include"
            label={t('sites.include')}
            help={t('sites.pathsHelp')}
            value={include}
            issue={includeIssue}
            onChange={setInclude}
          />
          <TextRow
            id="site-exclude"
            label={t('sites.exclude')}
            value={exclude}
            issue={excludeIssue}
            onChange={setExclude}
          />
        </>
      )}
      <p className="quiet small" role="status">
        {isBusy ? t('sites.found', { count: found }) : ''}
      </p>
      <FieldError id="site-error" message={issue} />
      <div className="row">
        <Button type="submit" loading={isBusy}>
          {t('sites.find')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('window.cancel')}
        </Button>
      </div>
    </form>
  );
}

const noGlobs = { include: [], exclude: [] };

function firstIssue(globs: readonly string[]): string | null {
  const [issue] = globs.flatMap((glob) => globIssue(glob) ?? []);
  return issue === undefined ? null : textOf(issue);
}

function numberIssue(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): string | null {
  if (isWholeWithin(numberFromText(text), min, max)) return null;
  return t('sites.number', { value: text, min, max });
}

/**
 * Puts pages into the list in place of the URL that led to them, without those that are in it.
 * @returns how many are new
 */
function addPages(url: string, urls: readonly string[]): number {
  const { draft, address } = useDraft.getState();
  const others = new Set(addressLines(draft.url).filter((line) => line.trim() !== url));
  const fresh = urls.filter((each) => !others.has(each));
  const isOnlyItself = fresh.length === 1 && fresh[0] === url;
  if (fresh.length === 0 || isOnlyItself) return 0;
  changeDraft({ tab: 'url', url: withLine(draft.url, address, fresh.join('\n')) });
  chooseAddress(address);
  showUndo(t('sites.added', { count: fresh.length }), () => {
    changeDraft({ url: draft.url });
    chooseAddress(address);
  });
  return fresh.length;
}
