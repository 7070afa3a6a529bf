/** The options with help in the window and on the command line. */
export const optionNames = [
  'source',
  'base',
  'format',
  'landscape',
  'margin',
  'pages',
  'zoom',
  'disableJavascript',
  'filename',
  'timeoutSeconds',
  'failOn',
  'uploads',
  'webhook',
  'gdpr',
  'hipaa',
] as const;

export type OptionName = (typeof optionNames)[number];

/** The help of an option, in the window and in `--help`. */
export interface OptionHelp {
  /** Label of the field in the window. */
  readonly label: string;
  /** One line, a sentence. */
  readonly help: string;
  /** An example value, or several. */
  readonly example: string;
}

/** The help of each option. */
export const optionHelp: Readonly<Record<OptionName, OptionHelp>> = {
  source: {
    label: 'Source',
    help: 'An HTML, MHTML, SVG or text file, a folder of them, a URL, or HTML itself.',
    example: 'invoice.html',
  },
  base: {
    label: 'Base URL',
    help: 'Folder or URL that relative links in the HTML are resolved against.',
    example: 'https://example.org/docs/',
  },
  format: {
    label: 'Format',
    help: 'Paper size as a name or width x height; from page CSS, or A4, if not set.',
    example: 'a4 or 210mmx297mm',
  },
  landscape: {
    label: 'Orientation',
    help: 'Page orientation.',
    example: 'landscape',
  },
  margin: {
    label: 'Margins',
    help: 'Page margins; from page CSS if not set.',
    example: '1cm',
  },
  pages: {
    label: 'Pages',
    help: 'Pages to keep, as ranges, a list or both; all if not set.',
    example: '1-3 or 1,4',
  },
  zoom: {
    label: 'Zoom',
    help: 'Scale of the page content, from 0.1 (10%) to 2 (200%).',
    example: '1.2',
  },
  disableJavascript: {
    label: 'JavaScript',
    help: 'Turns off JavaScript; some pages stay empty without it.',
    example: 'off',
  },
  filename: {
    label: 'File name',
    help: 'Letters, digits, _, - and ., ending in .pdf. Placeholders: {name}, {title}, {date}, {n}.',
    example: 'invoice.pdf or {date}-{name}.pdf',
  },
  timeoutSeconds: {
    label: 'Timeout',
    help: 'Seconds until the conversion fails; 30 if not set.',
    example: '60',
  },
  failOn: {
    label: 'Fail on',
    help: 'Warnings that fail the conversion; none if not set.',
    example: 'resources,fonts or all',
  },
  uploads: {
    label: 'Upload to',
    help: 'Path in a bucket. Placeholders: {name}, {title}, {date}, {n}.',
    example: 's3://papers/invoice.pdf or s3://papers/{date}/{name}.pdf',
  },
  webhook: {
    label: 'Webhook',
    help: 'URL to notify when the PDF is delivered or fails.',
    example: 'https://example.org/hooks/pdf',
  },
  gdpr: {
    label: 'GDPR',
    help: 'Keeps the source and names out of logs and history; deletes the PDF once delivered.',
    example: 'on',
  },
  hipaa: {
    label: 'HIPAA',
    help: 'Same as GDPR, and requires encrypted connections.',
    example: 'on',
  },
};
