import { shell } from 'electron';
import type { ArtifactStore } from './artifact-store.js';
import type { ConversionProgress, LocalEngine } from '../engine/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import { concurrencyOf } from '../engine/concurrency.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { listSources } from '../engine/sources/source-files.js';
import type { DeliverySettings } from '../outbox/delivery-settings.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { Outbox } from '../outbox/outbox.js';
import { writeFile } from '../files/write-file.js';
import type { SourceList } from '../../shared/source-list.js';
import type { Presets } from '../settings/presets.js';
import type { Endpoints } from '../settings/lists.js';
import type { SecretStore } from '../settings/secret-store.js';
import type { Targets } from '../settings/lists.js';
import type { UserState } from '../settings/user-state.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { conversionHandlers } from './conversion-handlers.js';
import { deliveryHandlers } from './delivery-handlers.js';
import type { Dialogs } from './dialogs.js';
import { endpointHandlers } from './endpoint-handlers.js';
import type { WindowNotices } from './incoming.js';
import { jobHandlers } from './job-handlers.js';
import { openAddress } from './open-address.js';
import type { PrivatePreviews } from './private-previews.js';
import { presetHandlers } from './preset-handlers.js';
import { requestHandlers } from './request-handlers.js';
import { serviceHandlers } from './service-handlers.js';
import type { ServiceSwitch } from './service-switch.js';
import { SavedFiles, openFile } from './saved-files.js';
import { targetHandlers } from './target-handlers.js';

/** What the window's calls are answered with. */
export interface HandlerParts {
  readonly version: string;
  readonly engine: LocalEngine;
  readonly renderer: RemoteRenderer;
  readonly artifacts: ArtifactStore;
  readonly state: UserState;
  readonly presets: Presets;
  readonly targets: Targets;
  readonly endpoints: Endpoints;
  readonly secrets: SecretStore;
  readonly queue: JobQueue;
  /** PDFs that could not be written where they should go. */
  readonly kept: PdfSpool;
  readonly outbox: Outbox;
  readonly delivery: DeliverySettings;
  readonly previews: PrivatePreviews;
  readonly service: ServiceSwitch;
  readonly notices: WindowNotices;
  readonly dialogs: Dialogs;
  /**
   * Gives the paths that were named when the application was started; called when the window's page
   * is ready.
   */
  readonly takePaths: () => readonly string[];
  /** Takes a line for the log. */
  readonly log: (line: string) => void;
  readonly onProgress: (id: string, progress: ConversionProgress) => void;
  /** Takes the number of files found so far while folders are looked through. */
  readonly onFound: (count: number) => void;
}

/** The functions behind the bridge. */
export function createHandlers(parts: HandlerParts): BridgeHandlers {
  const { dialogs, engine, presets, queue, service, state } = parts;
  const saved = new SavedFiles(dialogs, state, parts.log);
  return {
    'app:start': async () => ({
      version: parts.version,
      platform: process.platform,
      settings: state.settings,
      automaticConcurrency: concurrencyOf({ concurrency: null }),
      draft: state.draft,
      sources: await listSources(parts.takePaths()),
      presets: [...presets.list],
      targets: [...parts.targets.list],
      endpoints: [...parts.endpoints.list],
      secrets: parts.secrets.state,
      service: parts.service.state,
      notices: [...parts.notices.list()],
    }),
    'settings:update': async (change) => {
      const settings = await state.updateSettings(change);
      const concurrency = concurrencyOf(settings);
      engine.setConcurrency(concurrency);
      queue.setConcurrency(concurrency);
      service.setConcurrency(concurrency);
      return settings;
    },
    'draft:keep': async (draft) => state.keepDraft(draft),
    'source:inspect': async ({ paths }) => listSources(paths, parts.onFound),
    'source:choose': async (): Promise<SourceList> =>
      listSources(await dialogs.chooseSources(), parts.onFound),
    'source:choose-base': async () => dialogs.chooseFolder('Choose base folder'),
    'delivery:choose-folder': async () => dialogs.chooseFolder('Choose output folder'),
    ...presetHandlers(presets, dialogs),
    ...conversionHandlers(parts),
    ...savingHandlers({ ...parts, saved }),
    ...targetHandlers(parts),
    ...deliveryHandlers({ ...parts, saved }),
    'receipt:open': async ({ url }) => openAddress(url),
    ...endpointHandlers(parts),
    ...requestHandlers(parts),
    ...serviceHandlers(parts.service),
    ...jobHandlers({ ...parts, saved }),
  };
}

function savingHandlers({
  artifacts,
  saved,
}: HandlerParts & { readonly saved: SavedFiles }): Pick<
  BridgeHandlers,
  'delivery:save-as' | 'delivery:save-again' | 'delivery:show-in-folder' | 'delivery:open'
> {
  return {
    'delivery:save-as': async ({ artifactId, name }) =>
      saved.saveAs(name, async (path) => writeFile(path, await artifacts.read(artifactId))),
    'delivery:save-again': async ({ artifactId, path }) => {
      saved.check(path);
      await writeFile(path, await artifacts.read(artifactId));
      return { path };
    },
    'delivery:show-in-folder': ({ path }) => {
      saved.check(path);
      shell.showItemInFolder(path);
    },
    'delivery:open': async ({ path }) => {
      saved.check(path);
      await openFile(path);
    },
  };
}
