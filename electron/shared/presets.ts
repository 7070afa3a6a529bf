import { z } from 'zod';
import { formSettingsSchema } from './draft.js';

export const presetNameSchema = z
  .string()
  .trim()
  .min(1, 'The preset has no name; give it one.')
  .max(60, 'The name of the preset is longer than 60 characters; shorten it.');

/** A named set of settings. */
export const presetSchema = z.object({ name: presetNameSchema, settings: formSettingsSchema });
export type Preset = z.infer<typeof presetSchema>;

/** The file that presets are exported to, and kept in: no two of one name. */
export const presetFileSchema = z.object({
  format: z.literal('platen-presets'),
  version: z.literal(1),
  presets: z.array(presetSchema),
});
export type PresetFile = z.infer<typeof presetFileSchema>;
