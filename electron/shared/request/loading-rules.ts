import type { FieldIssue } from '../messages/errors.js';
import { type Message, message } from '../messages/message.js';
import { defaultTimeoutSeconds } from './fields.js';
import { type OwnOptionName, ownOption } from './own-options.js';
import { fieldIssue } from './validation.js';

/** The fields of a request that contradict each other, unchecked. */
type Fields = Readonly<Record<string, unknown>>;

/** Options that run scripts in the page. */
const scripted = ['waitForExpression', 'javascript'] as const;

/** Options that must end before the conversion does. */
const timed = ['waitSeconds', 'delaySeconds'] as const;

/** Contradictions between options that load the page and show it. */
export function loadingIssues(fields: Fields): readonly FieldIssue[] {
  return [
    ...timed.flatMap((name) => timeoutIssues(name, fields)),
    ...scripted.flatMap((name) => scriptIssues(name, fields)),
    ...zoomIssues(fields),
  ];
}

function timeoutIssues(name: OwnOptionName, fields: Fields): readonly FieldIssue[] {
  const { [name]: seconds, timeoutSeconds: timeout = defaultTimeoutSeconds } = fields;
  if (typeof seconds !== 'number' || typeof timeout !== 'number' || seconds < timeout) return [];
  const params = { name: labelOf(name), seconds, timeout };
  return [fieldIssue(name, message('own.notBeforeTimeout', params))];
}

function scriptIssues(name: OwnOptionName, fields: Fields): readonly FieldIssue[] {
  const { [name]: text, disableJavascript } = fields;
  if (typeof text !== 'string' || text.trim() === '' || disableJavascript !== true) return [];
  return [fieldIssue(name, message('own.needsJavascript', { name: labelOf(name) }))];
}

/** Both decide how large the page is printed. */
function zoomIssues({ viewportWidth, zoom }: Fields): readonly FieldIssue[] {
  if (typeof viewportWidth !== 'number' || zoom === undefined || zoom === 1) return [];
  const name = labelOf('viewportWidth');
  return [fieldIssue('viewportWidth', message('own.viewportWithZoom', { name }))];
}

function labelOf(name: OwnOptionName): Message {
  return ownOption(name).label;
}

/**
 * Leaves room for the delay and the waits of a request that cannot name a timeout; undefined if the
 * default does.
 */
export function roomyTimeout(fields: Fields): number | undefined {
  const seconds = timed.map((name) => fields[name]).filter((each) => typeof each === 'number');
  const longest = Math.max(0, ...seconds);
  return longest < defaultTimeoutSeconds ? undefined : Math.ceil(longest) + defaultTimeoutSeconds;
}
