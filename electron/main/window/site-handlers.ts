import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { globIssues } from '../../shared/globs.js';
import { sourceFromInput } from '../../shared/request/source.js';
import { quotePath } from '../../shared/request/text.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import type { SiteSearch } from '../../shared/sites.js';
import { throwIfCanceled } from '../engine/contract/canceled.js';
import { pathTest } from '../engine/sources/path-filter.js';
import { linkedPages, sitemapPages } from '../engine/sources/web/site-pages.js';
import type { PageAccess } from '../network/page-access.js';
import type { SignIns } from '../settings/sign-ins.js';
import type { BridgeHandlers } from './bridge-handlers.js';

/**
 * Handles the search for the pages of a site. A new search cancels the one before.
 * @param signIns reads the sign-in that pages are searched with
 * @param onProgress receives the number of pages found so far
 */
export function siteHandlers(
  signIns: Pick<SignIns, 'accessOf'>,
  onProgress: (count: number) => void,
): Pick<BridgeHandlers, 'site:find' | 'site:cancel'> {
  let running: AbortController | null = null;
  return {
    'site:find': async (search) => {
      running?.abort();
      const controller = new AbortController();
      running = controller;
      const { signIn } = search;
      const access = signIn === undefined ? undefined : await signIns.accessOf(signIn);
      return findPages(search, { access, signal: controller.signal, onProgress });
    },
    'site:cancel': () => running?.abort(),
  };
}

interface SearchOptions {
  readonly access: PageAccess | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (count: number) => void;
}

async function findPages(
  { url, how, depth, limit, include, exclude, encryptedOnly }: SiteSearch,
  { access, signal, onProgress }: SearchOptions,
) {
  const issues = globIssues({ include, exclude });
  if (issues.length > 0) throw invalidRequest(issues);
  const source = sourceFromInput(url);
  if (!source.ok) throw invalidRequest([fieldIssue('url', source.message)]);
  const address = source.value.url;
  const options = { encryptedOnly, signal };
  const found =
    how === 'sitemap'
      ? await listedPages(address, limit, options)
      : await linkedPages(source.value, {
          ...options,
          depth,
          limit,
          followsRobots: true,
          access,
          isSelected: pathTest({ include, exclude }),
          onProgress,
        });
  throwIfCanceled(signal);
  const cut = found.isCut ? [message('sites.cut', { source: address, limit })] : [];
  return { urls: urlsOf(found.sources), notes: [...found.notes, ...cut] };
}

/** @throws AppError `source-unreadable` for a sitemap without pages */
async function listedPages(
  address: string,
  limit: number,
  options: { readonly encryptedOnly: boolean; readonly signal: AbortSignal },
) {
  const { sources, notes } = await sitemapPages(address, { ...options, cwd: '/' });
  throwIfCanceled(options.signal);
  if (sources.length === 0) {
    const location = quotePath(address);
    throw new AppError('source-unreadable', message('sites.sitemapEmpty', { location }));
  }
  return { sources: sources.slice(0, limit), notes, isCut: sources.length > limit };
}

function urlsOf(sources: Awaited<ReturnType<typeof sitemapPages>>['sources']): string[] {
  return sources.flatMap((source) => (source.kind === 'url' ? [source.url] : []));
}
