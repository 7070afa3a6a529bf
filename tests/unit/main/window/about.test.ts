import { expect, it, vi } from 'vitest';
import {
  RecentFailures,
  diagnosticsText,
  runtimeText,
} from '../../../../electron/main/window/about.js';
import { defaultSettings } from '../../../../electron/shared/settings.js';

vi.mock('electron', () => ({ clipboard: {} }));

it('lists the versions of the run-time that are known', () => {
  expect(runtimeText({ electron: '45.0.1', chrome: '153.0', node: '24.1' })).toBe(
    'Electron 45.0.1 · Chromium 153.0 · Node 24.1',
  );
  expect(runtimeText({ node: '24.1' })).toBe('Node 24.1');
});

it('describes the application without names, hosts, folders and secrets', () => {
  const failures = new RecentFailures();
  for (let count = 0; count < 30; count += 1) failures.add('delivery:save-as', 'write-failed');
  const secret = { id: 'x', name: 'secret-name', endpoint: 'https://secret.host' };
  const text = diagnosticsText({
    version: '1.2.3',
    state: {
      settings: {
        ...defaultSettings,
        preset: 'secret-preset',
        saveFolder: '/secret/folder',
        serviceHosts: ['secret.host'],
        uploadTarget: 'secret-target',
      },
    },
    queue: {
      summary: {
        paused: false,
        counts: { queued: 1, running: 2, completed: 3, failed: 4, canceled: 5 },
        batch: null,
        lastBatch: null,
      },
    },
    presets: { list: [] },
    // Only their number is used.
    targets: { list: [secret as never] },
    endpoints: { list: [] },
    failures,
    bundles: '/secret/bundles',
    reload: vi.fn(),
  });
  expect(text).not.toContain('secret');
  expect(text).toContain('Platen 1.2.3\n');
  expect(text).toContain('jobs failed: 4\n');
  expect(text).toContain('destinations: 1\n');
  expect(text.match(/delivery:save-as write-failed/g)).toHaveLength(20);
});
