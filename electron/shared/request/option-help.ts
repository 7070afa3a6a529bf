/** The options that both the window and the command line explain. */
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

/** What a person is told about an option, in the window and in `--help` alike. */
export interface OptionHelp {
  /** What the field is called in the window. */
  readonly label: string;
  /** One line, a sentence. */
  readonly help: string;
  /** A value to try, or several with commas between them where one would not show the forms. */
  readonly example: string;
}

/** The one text for each option. */
export const optionHelp: Readonly<Record<OptionName, OptionHelp>> = {
  source: {
    label: 'Source',
    help: 'A page, drawing or text in a file, a folder of them, an address, or HTML itself.',
    example: 'invoice.html',
  },
  base: {
    label: 'Base of relative links',
    help: 'Folder or address where relative links in the HTML start.',
    example: 'https://example.org/docs/',
  },
  format: {
    label: 'Format',
    help: 'Paper size: a name or width x height; as the page says, else A4.',
    example: 'a4 or 210mmx297mm',
  },
  landscape: {
    label: 'Orientation',
    help: 'Long side of the paper across (landscape) or upright (portrait).',
    example: 'landscape',
  },
  margin: {
    label: 'Margins',
    help: "Space at the edges of each page; where not set, the page's own CSS holds.",
    example: '1cm',
  },
  pages: {
    label: 'Pages',
    help: 'Pages to keep, as a range, a list or both; all of them if not set.',
    example: '1-3 or 1,4',
  },
  zoom: {
    label: 'Zoom',
    help: 'Size of the content on the page, from 0.1 (10 %) to 2 (200 %).',
    example: '1.2',
  },
  disableJavascript: {
    label: 'JavaScript',
    help: "Turns the page's scripts off; some pages draw nothing without them.",
    example: 'off',
  },
  filename: {
    label: 'File name',
    help: 'Letters, digits, _, - and ., ending in .pdf; {name}, {title}, {date} and {n} are filled in.',
    example: 'invoice.pdf or {date}-{name}.pdf',
  },
  timeoutSeconds: {
    label: 'Time limit',
    help: 'Seconds a page may take before the conversion fails; 30 if not set.',
    example: '60',
  },
  failOn: {
    label: 'Fail on',
    help: 'Findings that fail a conversion instead of only being listed; none if not set.',
    example: 'resources,fonts or all',
  },
  uploads: {
    label: 'Upload to',
    help: 'Place in a bucket; {name}, {title}, {date} and {n} are filled in.',
    example: 's3://papers/invoice.pdf or s3://papers/{date}/{name}.pdf',
  },
  webhook: {
    label: 'Webhook',
    help: 'Address that hears when the PDF is where it belongs, or why there is none.',
    example: 'https://example.org/hooks/pdf',
  },
  gdpr: {
    label: 'GDPR',
    help: 'Keeps source and names out of logs and history; no PDF stays in Platen once delivered.',
    example: 'on',
  },
  hipaa: {
    label: 'HIPAA',
    help: 'The same as GDPR, and nothing goes over an unencrypted connection.',
    example: 'on',
  },
};
