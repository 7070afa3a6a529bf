import { z } from 'zod';
import { formSettingsSchema } from './draft.js';
import { message } from './messages/message.js';
import { nameField } from './request/validation.js';

export const presetNameSchema = nameField(message('presets.namePlaceholder'));

/** Named options of a document. */
export const presetSchema = z.object({ name: presetNameSchema, settings: formSettingsSchema });
export type Preset = z.infer<typeof presetSchema>;

/** The file that presets are stored in or exported to. Names are unique. */
export const presetFileSchema = z.object({
  format: z.literal('platen-presets'),
  version: z.literal(1),
  presets: z.array(presetSchema),
});
export type PresetFile = z.infer<typeof presetFileSchema>;
