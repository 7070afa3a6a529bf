import type { FieldIssue } from '../../../shared/errors.js';
import {
  unsupportedFailOn,
  unsupportedTimeout,
  unsupportedByApi,
} from '../../../shared/request/unsupported.js';
import { conversionOptionsSchema } from '../../../shared/request/request.js';
import { hasPlaceholder } from '../../../shared/request/filename.js';
import { destinationsOf } from './destination-options.js';
import type { WrittenOptions } from '../read-options.js';
import type { GatheredRequest } from './request-options.js';
import { englishText } from '../../../shared/messages/translator.js';

/** What is wrong with options because a service is to make the PDFs, or because none is. */
export function remoteIssues(
  written: WrittenOptions,
  { options }: Pick<GatheredRequest, 'options'>,
): readonly FieldIssue[] {
  const { values, switches } = written;
  const name = values.get('remote');
  if (name === undefined) {
    const message = '--test-mode is for a service; name one with --remote, or leave it out.';
    return switches.has('test-mode') ? [{ field: 'test-mode', message }] : [];
  }
  const destinations = destinationsOf(written);
  const messages: readonly (readonly [string, string | false])[] = [
    ['remote', name.trim() === '' && '--remote is empty; write the name of a service.'],
    [
      'to',
      destinations.length > 1 &&
        `--to is given ${destinations.length} times, but a service puts a PDF into one place; keep one of them.`,
    ],
    [
      'to',
      destinations.some((each) => hasPlaceholder(each, 'title')) &&
        "--to has the page's title in it, which is not known before a service makes the PDF; use {name} or {n} in its place.",
    ],
    [
      'existing',
      values.has('existing') &&
        destinations.length > 0 &&
        !values.has('out') &&
        'The interface cannot say what happens to an object that is there; leave out --existing.',
    ],
    [
      'allow-private-webhook',
      switches.has('allow-private-webhook') &&
        '--allow-private-webhook is about webhooks that this computer sends; with --remote the service does.',
    ],
  ];
  const own = messages.flatMap(([field, message]) =>
    message === false ? [] : [{ field, message }],
  );
  return [...own, ...unknownToApi(options).map((issue) => asTyped(issue, written))];
}

/** Placeholders are filled in, and files made self-contained, before a request is sent. */
function unknownToApi(options: Readonly<Record<string, unknown>>): readonly FieldIssue[] {
  const parsed = conversionOptionsSchema.safeParse(options);
  if (!parsed.success) return [];
  const filled = { ...parsed.data, filename: undefined, storage: undefined };
  return unsupportedByApi({ ...filled, source: { kind: 'html', html: '<p>' } });
}

/** These two are called by their options: no request file has them. */
function asTyped(issue: FieldIssue, { values }: WrittenOptions): FieldIssue {
  const [timeout, failOn] = [values.get('timeout'), values.get('fail-on')];
  if (issue.field === 'timeoutSeconds' && timeout !== undefined) {
    return { field: 'timeout', message: englishText(unsupportedTimeout('--timeout', timeout)) };
  }
  if (issue.field === 'failOn' && failOn !== undefined) {
    return { field: 'fail-on', message: englishText(unsupportedFailOn('--fail-on', failOn)) };
  }
  return issue;
}
