import { type Draft, defaultSplit } from '@shared/draft.js';

/** The draft of a first start: no document, and default options. */
export const draftDefaults: Draft = {
  tab: 'files',
  files: [],
  selectedPath: null,
  url: '',
  merge: false,
  html: '',
  base: '',
  signIn: null,
  allowedFolders: [],
  format: '',
  customWidth: '210 mm',
  customHeight: '297 mm',
  orientation: 'auto',
  marginPreset: 'page',
  margin: { top: '', right: '', bottom: '', left: '' },
  pages: '',
  zoom: '100',
  javascript: true,
  timeout: '30',
  failOn: [],
  attachments: [],
  filename: '',
  outputFolder: '',
  existing: 'ask',
  save: true,
  uploadTargets: [],
  splitBy: 'none',
  ...defaultSplit,
  uploadPath: '',
  webhook: '',
  renderOn: null,
  gdpr: false,
  hipaa: false,
  protection: null,
  own: {},
};

/** The sides of a page in CSS order. */
export const marginSides = ['top', 'right', 'bottom', 'left'] as const;
export type MarginSide = (typeof marginSides)[number];

export const marginPresets = { none: '0mm', narrow: '1cm', normal: '2cm', wide: '3cm' } as const;
