import { shell } from 'electron';
import type { ArtifactStore } from '../conversion/artifact-store.js';
import type { ConversionProgress, PdfEngine } from '../conversion/pdf-engine.js';
import { listSources } from '../conversion/source-files.js';
import { suggestedName } from '../conversion/suggested-name.js';
import { writeWholeFile } from '../delivery/write-whole-file.js';
import type { SourceList } from '../../shared/bridge.js';
import { AppError } from '../../shared/errors.js';
import type { ConversionRequest } from '../../shared/request/conversion-request.js';
import type { UserState } from '../settings/user-state.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { type Dialogs, folderOf } from './dialogs.js';

/** What the window's calls are answered with. */
export interface HandlerParts {
  readonly version: string;
  readonly engine: PdfEngine;
  readonly artifacts: ArtifactStore;
  readonly state: UserState;
  readonly dialogs: Dialogs;
  /** Paths that were named when the application was started. */
  readonly startPaths: readonly string[];
  readonly onProgress: (id: string, progress: ConversionProgress) => void;
}

/** The functions behind the bridge. */
export function createHandlers(parts: HandlerParts): BridgeHandlers {
  const { dialogs, state } = parts;
  return {
    'app:start': async () => ({
      version: parts.version,
      platform: process.platform,
      settings: state.settings,
      draft: state.draft,
      sources: await listSources(parts.startPaths),
      notices: [...state.notices],
    }),
    'settings:update': async (change) => state.updateSettings(change),
    'draft:keep': async (draft) => state.keepDraft(draft),
    'source:inspect': async ({ paths }) => listSources(paths),
    'source:choose': async (): Promise<SourceList> => listSources(await dialogs.chooseSources()),
    'source:choose-base': async () => dialogs.chooseFolder(),
    ...conversionHandlers(parts),
    ...deliveryHandlers(parts),
  };
}

function conversionHandlers({
  engine,
  artifacts,
  onProgress,
}: HandlerParts): Pick<BridgeHandlers, 'conversion:start' | 'conversion:cancel'> {
  const running = new Map<string, AbortController>();
  const convert = async (id: string, request: ConversionRequest, signal: AbortSignal) => {
    const pdf = await engine.convert(request, {
      signal,
      onProgress: (progress) => onProgress(id, progress),
    });
    onProgress(id, { stage: 'writing' });
    return artifacts.keep(pdf, suggestedName(request, pdf.title));
  };
  return {
    'conversion:start': async ({ id, request }) => {
      const controller = new AbortController();
      running.set(id, controller);
      try {
        return await convert(id, request, controller.signal);
      } finally {
        running.delete(id);
      }
    },
    'conversion:cancel': ({ id }) => running.get(id)?.abort(),
  };
}

function deliveryHandlers({
  artifacts,
  dialogs,
  state,
}: HandlerParts): Pick<
  BridgeHandlers,
  'delivery:save-as' | 'delivery:save-again' | 'delivery:show-in-folder' | 'delivery:open'
> {
  const saved = new Set<string>();
  const onlySaved = (path: string) => {
    if (!saved.has(path)) throw new AppError('refused', `${path} was not saved from this window.`);
  };
  return {
    'delivery:save-as': async ({ artifactId, name }) => {
      const path = await dialogs.chooseTarget(name, state.settings.saveFolder);
      if (path === null) return null;
      await writeWholeFile(path, await artifacts.read(artifactId));
      saved.add(path);
      await state.updateSettings({ saveFolder: folderOf(path) });
      return { path };
    },
    'delivery:save-again': async ({ artifactId, path }) => {
      onlySaved(path);
      await writeWholeFile(path, await artifacts.read(artifactId));
      return { path };
    },
    'delivery:show-in-folder': ({ path }) => {
      onlySaved(path);
      shell.showItemInFolder(path);
    },
    'delivery:open': async ({ path }) => {
      onlySaved(path);
      const problem = await shell.openPath(path);
      if (problem !== '') throw new AppError('refused', `${path} could not be opened: ${problem}`);
    },
  };
}
