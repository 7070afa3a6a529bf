import { describe, expect, it } from 'vitest';
import {
  defaultSettings,
  settingsChangeSchema,
  settingsSchema,
} from '../../../electron/shared/settings.js';

describe('settings', () => {
  it('are completed from any older file', () => {
    expect(settingsSchema.parse({ theme: 'dark' })).toEqual({ ...defaultSettings, theme: 'dark' });
  });

  it('are changed only where a change names them', () => {
    expect(settingsChangeSchema.parse({ thumbnails: false })).toEqual({ thumbnails: false });
    expect(settingsChangeSchema.parse({ concurrency: null })).toEqual({ concurrency: null });
    expect(settingsChangeSchema.parse({})).toEqual({});
  });

  it.each([{ concurrency: 0 }, { concurrency: 17 }, { theme: 'blue' }, { composerWidth: 4 }])(
    'reject %j',
    (change) => {
      expect(settingsChangeSchema.safeParse(change).success).toBe(false);
    },
  );
});
