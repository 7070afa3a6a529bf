import { z } from 'zod';

/** The units in which lengths can be shown; the interface knows the same four (section 2.3). */
export const lengthUnits = ['mm', 'cm', 'in', 'px'] as const;
export type LengthUnit = (typeof lengthUnits)[number];

/** What the window remembers between starts. Every field has a default, so an older file stays readable. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Unit in which margins and custom sizes are shown. */
  lengthUnit: z.enum(lengthUnits).default('mm'),
  /** Width of the settings column in CSS pixels. */
  composerWidth: z.number().int().min(320).max(400).default(352),
  thumbnails: z.boolean().default(true),
  /** How many pages are converted at the same time; null: as many as suit the machine. */
  concurrency: z.number().int().min(1).max(16).nullable().default(null),
  /** Whether the system tells the end of a batch while the window is not in front. */
  notifications: z.boolean().default(true),
  /** Whether the list of jobs is open. */
  jobsOpen: z.boolean().default(false),
  /** Height of the open list of jobs in CSS pixels. */
  jobsHeight: z.number().int().min(120).max(2000).default(224),
  /** Name of the preset that the form was last set to; null: none. */
  preset: z.string().nullable().default(null),
  /** Folder of the last save, where the next save dialog opens. */
  saveFolder: z.string().optional(),
});

export type Settings = z.infer<typeof settingsSchema>;

/** The settings of a first start. */
export const defaultSettings: Settings = settingsSchema.parse({});
