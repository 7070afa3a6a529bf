import { type Message, message } from '../messages/message.js';

/** The help of an option, in the window and in `--help`. */
interface OptionHelp {
  /** Label of the field in the window. */
  readonly label: Message;
  /** One sentence. */
  readonly help: Message;
  /** One or more example values. */
  readonly examples: readonly string[];
}

/** The options with help in the window and on the command line. */
export const optionHelp = {
  source: {
    label: message('options.sourceLabel'),
    help: message('options.sourceHelp'),
    examples: ['invoice.html'],
  },
  base: {
    label: message('options.baseLabel'),
    help: message('options.baseHelp'),
    examples: ['https://example.org/docs/'],
  },
  format: {
    label: message('options.formatLabel'),
    help: message('options.formatHelp'),
    examples: ['a4', '210mmx297mm'],
  },
  landscape: {
    label: message('options.landscapeLabel'),
    help: message('options.landscapeHelp'),
    examples: ['landscape'],
  },
  margin: {
    label: message('options.marginLabel'),
    help: message('options.marginHelp'),
    examples: ['1cm'],
  },
  pages: {
    label: message('options.pagesLabel'),
    help: message('options.pagesHelp'),
    examples: ['1-3', '1,4'],
  },
  zoom: {
    label: message('options.zoomLabel'),
    help: message('options.zoomHelp'),
    examples: ['1.2'],
  },
  disableJavascript: {
    label: message('options.disableJavascriptLabel'),
    help: message('options.disableJavascriptHelp'),
    examples: ['off'],
  },
  filename: {
    label: message('options.filenameLabel'),
    help: message('options.filenameHelp'),
    examples: ['invoice.pdf', '{date}-{name}.pdf'],
  },
  timeoutSeconds: {
    label: message('options.timeoutSecondsLabel'),
    help: message('options.timeoutSecondsHelp'),
    examples: ['60'],
  },
  failOn: {
    label: message('options.failOnLabel'),
    help: message('options.failOnHelp'),
    examples: ['resources,fonts', 'all'],
  },
  uploads: {
    label: message('options.uploadsLabel'),
    help: message('options.uploadsHelp'),
    examples: ['s3://papers/invoice.pdf', 's3://papers/{date}/{name}.pdf'],
  },
  webhook: {
    label: message('options.webhookLabel'),
    help: message('options.webhookHelp'),
    examples: ['https://example.org/hooks/pdf'],
  },
  gdpr: {
    label: message('options.gdprLabel'),
    help: message('options.gdprHelp'),
    examples: ['on'],
  },
  hipaa: {
    label: message('options.hipaaLabel'),
    help: message('options.hipaaHelp'),
    examples: ['on'],
  },
} as const satisfies Readonly<Record<string, OptionHelp>>;

export type OptionName = keyof typeof optionHelp;

export function helpWithExample({ help, examples }: Omit<OptionHelp, 'label'>): Message {
  return message('options.withExample', { help, example: { or: examples } });
}
