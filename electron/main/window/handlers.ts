import { homedir } from 'node:os';
import { nativeTheme } from 'electron';
import type { AppMenu } from './app-menu.js';
import type { ArtifactStore, PrivatePreviews } from './artifact-store.js';
import type { ConversionProgress, LocalEngine } from '../engine/contract/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import { applyLimits, concurrencyOf } from '../engine/concurrency.js';
import { pageMemoryLimit } from '../engine/page/memory-watch.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { DeliverySettings } from '../outbox/delivery-settings.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { Outbox } from '../outbox/outbox.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { UnsavedInPage } from '../../shared/bridge.js';
import type { StoredPasswords } from '../settings/pdf-passwords.js';
import type { Presets } from '../settings/presets.js';
import type { Endpoints } from '../settings/lists.js';
import type { SecretStore } from '../settings/secret-store.js';
import type { SignIns } from '../settings/sign-ins.js';
import type { Targets } from '../settings/lists.js';
import type { UserState } from '../settings/user-state.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { conversionHandlers } from './conversion-handlers.js';
import { deliveryHandlers } from './delivery-handlers.js';
import { type AboutParts, aboutHandlers } from './about.js';
import type { Dialogs } from './dialogs.js';
import { pdfHandlers } from './pdf-handlers.js';
import type { RecentSources } from './recent-sources.js';
import type { WatchedFolders } from './watched-folders.js';
import { type History, historyHandlers, recordPreviews } from './history.js';
import type { WindowNotices } from './incoming.js';
import { jobHandlers } from './job-handlers.js';
import { LeavingPdfs } from './leaving-pdfs.js';
import { type Removals, removalHandlers } from './removals.js';
import { requestHandlers } from './request-handlers.js';
import { SavedFiles, openUrl, savingHandlers } from './saved-files.js';
import { type ServiceSwitch, localServerHandlers } from './service-switch.js';
import {
  targetHandlers,
  endpointHandlers,
  passwordHandlers,
  presetHandlers,
} from './settings-handlers.js';
import { signInHandlers } from './sign-in-window.js';
import { siteHandlers } from './site-handlers.js';
import { setWindowLanguage } from './window-text.js';

/** Finds and installs new versions of Platen. */
export interface WindowUpdates {
  /** Checks now and once a day. */
  start(): void;
  /** Checks because the user wants it; returns the result. */
  check(): Promise<Message>;
}

interface HandlerParts extends AboutParts {
  readonly engine: LocalEngine;
  readonly renderer: RemoteRenderer;
  readonly artifacts: ArtifactStore;
  readonly state: UserState;
  readonly presets: Presets;
  readonly targets: Targets;
  readonly endpoints: Endpoints;
  readonly secrets: SecretStore;
  readonly signIns: SignIns;
  readonly passwords: StoredPasswords;
  readonly onSignInPage: (host: string | null) => void;
  readonly queue: JobQueue;
  readonly history: History;
  readonly removals: Removals;
  readonly recent: RecentSources;
  readonly watched: WatchedFolders;
  /** PDFs that could not be saved at their destination. */
  readonly spool: PdfSpool;
  readonly outbox: Outbox;
  readonly delivery: DeliverySettings;
  readonly previews: PrivatePreviews;
  readonly service: ServiceSwitch;
  readonly notices: WindowNotices;
  readonly dialogs: Dialogs;
  readonly menu: Pick<AppMenu, 'disable' | 'translate' | 'showContext'>;
  readonly updates: WindowUpdates;
  /** Receives what quitting would lose in the page. */
  readonly onUnsaved: (unsaved: readonly UnsavedInPage[]) => void;
  /** The folder for PDFs of sources that are not files. */
  readonly downloads: string;
  /** The paths that the application was started with; called when the page is ready. */
  readonly takePaths: () => readonly string[];
  readonly log: (line: string) => void;
  /** Lets the user drag a file out of the window. */
  readonly dragOut: (path: string) => void;
  readonly onProgress: (id: string, progress: ConversionProgress) => void;
  /** Receives the number of files found so far while folders are scanned. */
  readonly onFound: (count: number) => void;
  /** Receives the number of pages found so far in a search for those of a site. */
  readonly onPages: (count: number) => void;
}

export function createHandlers(parts: HandlerParts): BridgeHandlers {
  const { dialogs, engine, history, onFound, presets, queue, recent, service, state, watched } =
    parts;
  const saved = new SavedFiles(parts);
  const conversions = conversionHandlers(parts);
  const leaving = new LeavingPdfs(parts.artifacts, parts.passwords);
  const saving = savingHandlers(saved, parts.artifacts, leaving);
  const recorded = recordPreviews(history, { ...conversions, ...saving });
  return {
    'app:start': async () => {
      // The page that could undo them is gone.
      parts.removals.finishAll();
      return {
        version: parts.version,
        platform: process.platform,
        home: homedir(),
        settings: state.settings,
        automaticConcurrency: concurrencyOf({ concurrency: null }),
        automaticMemoryLimit: pageMemoryLimit() / 1024 ** 3,
        draft: state.draft,
        defaultFormat: state.region.format,
        sources: await recent.load(parts.takePaths(), onFound),
        presets: [...presets.list],
        targets: [...parts.targets.list],
        endpoints: [...parts.endpoints.list],
        secrets: parts.secrets.state,
        signIns: [...parts.signIns.list],
        service: parts.service.state,
        notices: [...parts.notices.list()],
      };
    },
    'settings:update': async (change) => {
      if (change.theme !== undefined) nativeTheme.themeSource = change.theme;
      if (change.language !== undefined) {
        await setWindowLanguage(change.language);
        parts.menu.translate();
      }
      const settings = await state.updateSettings(change);
      const concurrency = applyLimits(engine, settings);
      queue.setConcurrency(concurrency);
      service.setConcurrency(concurrency);
      return settings;
    },
    'app:unsaved': (unsaved) => parts.onUnsaved(unsaved),
    'updates:check': async () => parts.updates.check(),
    'commands:disable': (ids) => parts.menu.disable(ids),
    'commands:show-menu': (request) => parts.menu.showContext(request),
    'draft:keep': async (change) => state.keepDraft(change).finally(() => recent.forgetPrivate()),
    'source:inspect': async ({ paths }) => recent.load(paths, onFound),
    'source:choose': async () => recent.load(await dialogs.chooseSources(), onFound),
    'recent:list': async () => recent.list(),
    'recent:set': ({ sources }) => recent.set(sources),
    'watch:list': async () => watched.list(),
    'watch:choose-folder': async () => dialogs.chooseFolder(message('desktop.chooseWatched')),
    'watch:add': async ({ folder, options }) => {
      await watched.add(folder, options);
      return watched.list();
    },
    'watch:remove': async ({ id }) => {
      await watched.remove(id);
      return watched.list();
    },
    'form:choose-pdf': async () => dialogs.chooseStamp(),
    'form:choose-attachments': async () => [...(await dialogs.chooseAttachments())],
    'source:choose-base': async () => dialogs.chooseFolder(message('desktop.chooseBase')),
    'delivery:choose-folder': async () => dialogs.chooseFolder(message('desktop.chooseOutput')),
    ...aboutHandlers(parts),
    ...presetHandlers(presets, dialogs),
    ...conversions,
    ...pdfHandlers({ ...parts, leaving }),
    ...saving,
    ...recorded,
    'conversion:start': async (conversion) => {
      const result = await recorded['conversion:start'](conversion);
      recent.addPreviewed(conversion.request);
      return result;
    },
    ...historyHandlers(history),
    ...removalHandlers(parts.removals),
    ...targetHandlers(parts),
    ...deliveryHandlers({ ...parts, saved, leaving }),
    'url:open': async ({ url }) => openUrl(url),
    ...endpointHandlers(parts),
    ...passwordHandlers(parts),
    ...signInHandlers(parts),
    ...siteHandlers(parts.signIns, parts.onPages),
    ...requestHandlers(parts),
    ...localServerHandlers(parts.service),
    ...jobHandlers({ ...parts, saved }),
  };
}
