import { readFile } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import { clipboard } from 'electron';
import type { BridgeChannel } from '../../shared/bridge.js';
import type { AppErrorCode } from '../../shared/messages/errors.js';
import type { Settings } from '../../shared/settings.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { Endpoints, Targets } from '../settings/lists.js';
import type { Presets } from '../settings/presets.js';
import type { UserState } from '../settings/user-state.js';
import type { BridgeHandlers } from './bridge-handlers.js';

/** How many failures the diagnostics list. */
const maxFailures = 20;

/** The last failures of the window's calls, by code. Messages may quote names, and stay out. */
export class RecentFailures {
  readonly #lines: string[] = [];

  add(channel: BridgeChannel, code: AppErrorCode): void {
    this.#lines.push(`${new Date().toISOString()} ${channel} ${code}`);
    if (this.#lines.length > maxFailures) this.#lines.shift();
  }

  get lines(): readonly string[] {
    return this.#lines;
  }
}

export interface AboutParts {
  readonly version: string;
  readonly state: Pick<UserState, 'settings'>;
  readonly queue: Pick<JobQueue, 'summary'>;
  readonly presets: Pick<Presets, 'list'>;
  readonly targets: Pick<Targets, 'list'>;
  readonly endpoints: Pick<Endpoints, 'list'>;
  readonly failures: RecentFailures;
  /** Folder of the built bundles, which contain the licenses. */
  readonly bundles: string;
  /** Loads the window's page again. */
  readonly reload: () => void;
}

/** Settings that name nothing of the user's; the others may contain names, folders and hosts. */
const publicSettings = [
  'theme',
  'lengthUnit',
  'thumbnails',
  'concurrency',
  'memoryLimit',
  'notifications',
  'privateWebhooks',
  'serviceOn',
  'serviceKeepHours',
] as const satisfies readonly (keyof Settings)[];

export function aboutHandlers(
  parts: AboutParts,
): Pick<BridgeHandlers, 'app:about' | 'app:licenses' | 'app:copy-diagnostics' | 'app:reload'> {
  return {
    'app:about': () => ({ version: parts.version, runtime: runtimeText(process.versions) }),
    'app:licenses': async () => {
      const files = ['main/shipped-licenses.md', 'main/licenses.md', 'renderer/licenses.md'];
      const texts = files.map(async (file) => readFile(join(parts.bundles, file), 'utf8'));
      return (await Promise.all(texts)).join('\n');
    },
    'app:copy-diagnostics': () => clipboard.writeText(diagnosticsText(parts)),
    'app:reload': () => parts.reload(),
  };
}

/** Those that are known: `Electron 45.0.1 · Node 24.1.0`. */
export function runtimeText(versions: Readonly<Record<string, string | undefined>>): string {
  const names = { Electron: 'electron', Chromium: 'chrome', Node: 'node' };
  return Object.entries(names)
    .flatMap(([name, key]) => (versions[key] === undefined ? [] : [`${name} ${versions[key]}`]))
    .join(' · ');
}

/**
 * In English: versions, settings, counts and codes; no documents, names, URLs, paths or secrets.
 */
export function diagnosticsText(parts: AboutParts): string {
  const { settings } = parts.state;
  const { counts, paused } = parts.queue.summary;
  const lists = { presets: parts.presets, destinations: parts.targets, services: parts.endpoints };
  return [
    `Platen ${parts.version}`,
    runtimeText(process.versions),
    `${platform()} ${release()} ${arch()}`,
    '',
    ...publicSettings.map((name) => `${name}: ${String(settings[name])}`),
    '',
    ...Object.entries(counts).map(([status, count]) => `jobs ${status}: ${count}`),
    `queue paused: ${paused}`,
    ...Object.entries(lists).map(([name, { list }]) => `${name}: ${list.length}`),
    '',
    'last failures:',
    ...parts.failures.lines,
  ].join('\n');
}
