import type { ConversionStage } from '@shared/conversion-stage.js';
import type { RemoteReceipt } from '@shared/endpoints.js';
import type { AppErrorData } from '@shared/errors.js';
import { formatBytes } from '../wording.js';
import { type Message, literal } from '@shared/messages/message.js';
import { textOf } from '../../i18n/t.js';

/** Progress of a remote conversion. */
export interface RemoteProgress {
  readonly stage?: ConversionStage | undefined;
  readonly waitingFor?: string | undefined;
  readonly bytes?: { readonly done: number; readonly of?: number | undefined } | undefined;
}

/** Returns the remote stage as text; null for local stages. */
export function remoteStageText({ stage, bytes }: RemoteProgress, service: string): string | null {
  switch (stage) {
    case 'packing':
      return 'Bundling styles and images…';
    case 'sending':
      return bytes ? `Sending ${transferText(bytes)} to ${service}…` : `Sending to ${service}…`;
    case 'rendering':
      return `Waiting for ${service}…`;
    case 'fetching':
      return bytes ? `Downloading PDF, ${transferText(bytes)}…` : 'Downloading PDF…';
    case 'loading':
    case 'printing':
    case 'writing':
    case undefined:
      return null;
  }
}

/** Returns `3.2 of 10.0 MB`, with a common unit shown once; `3.2 MB` if the total is unknown. */
export function transferText({ done, of }: NonNullable<RemoteProgress['bytes']>): string {
  if (of === undefined) return formatBytes(done);
  const whole = formatBytes(of);
  const unit = whole.slice(whole.indexOf(' '));
  const part = formatBytes(done);
  return `${part.endsWith(unit) ? part.slice(0, -unit.length) : part} of ${whole}`;
}

/** Returns who converted a PDF: `Converted by office (test mode)`. */
export function renderedByLabel({ name, testMode }: RemoteReceipt): string {
  return testMode ? `Converted by ${name} (test mode)` : `Converted by ${name}`;
}

/** Removes the advice to open the settings from an error that is shown there. */
export function stripSettingsHint(error: AppErrorData): AppErrorData {
  const { message, fields } = error;
  const shortened = fields?.map((issue) => ({ ...issue, message: withoutSettings(issue.message) }));
  return { ...error, message: withoutSettings(message), ...(shortened && { fields: shortened }) };
}

function withoutSettings(message: Message): Message {
  const text = textOf(message)
    .replace(/ Change it in the settings\.$/, '')
    .replace(/ in (?:the settings|Settings)(?=(?:: [^.]*)?\.$)/, '');
  return literal(text);
}
