import type { RemoteEndpoint } from '../../../shared/endpoints.js';
import { AppError, type FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { hasPlaceholder } from '../../../shared/request/filename.js';
import { conversionOptionsSchema } from '../../../shared/request/request.js';
import { excerpt, quote } from '../../../shared/request/text.js';
import {
  unsupportedByApi,
  unsupportedFailOn,
  unsupportedTimeout,
} from '../../../shared/request/unsupported.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import type { SourceInliner } from '../../engine/contract/pdf-engine.js';
import type { RemoteRenderer } from '../../engine/remote-renderer.js';
import { createRemoteRenderer } from '../../remote/remote-renderer.js';
import type { BucketAccessAt, RemoteEndpoints } from '../../remote/call.js';
import type { ConvertOptions } from './options.js';
import { destinationsOf } from './output.js';

/** Of options that a service doesn't support, or that require one. */
export function remoteIssues(
  parsed: ConvertOptions,
  request: Readonly<Record<string, unknown>>,
): readonly FieldIssue[] {
  const name = parsed.values.get('remote');
  if (name !== undefined) return [...serviceIssues(name, parsed), ...apiIssues(request, parsed)];
  if (!parsed.switches.has('test-mode')) return [];
  return [{ field: 'test-mode', message: message('convert.testModeAlone') }];
}

function serviceIssues(name: string, parsed: ConvertOptions): readonly FieldIssue[] {
  const { values, switches } = parsed;
  const destinations = destinationsOf(parsed);
  const count = destinations.length;
  const issues: FieldIssue[] = [];
  if (name.trim() === '') {
    issues.push({ field: 'remote', message: message('convert.remoteEmpty') });
  }
  if (count > 1) {
    issues.push({ field: 'to', message: message('convert.remoteDestinations', { count }) });
  }
  const titled = destinations.find((each) => hasPlaceholder(each, 'title'));
  if (titled !== undefined) {
    const destination = excerpt(titled);
    issues.push({ field: 'to', message: message('request.destinationTitle', { destination }) });
  }
  if (values.has('existing') && count > 0 && !values.has('out')) {
    issues.push({ field: 'existing', message: message('convert.remoteExisting') });
  }
  if (switches.has('allow-private-webhook')) {
    const field = 'allow-private-webhook';
    issues.push({ field, message: message('convert.remotePrivateWebhook') });
  }
  return issues;
}

/** Placeholders are replaced, and files inlined, before a request is sent. */
function apiIssues(
  request: Readonly<Record<string, unknown>>,
  parsed: ConvertOptions,
): readonly FieldIssue[] {
  const valid = conversionOptionsSchema.safeParse(request);
  if (!valid.success) return [];
  const filled = { ...valid.data, filename: undefined, storage: undefined };
  const issues = unsupportedByApi({ ...filled, source: { kind: 'html', html: '<p>' } });
  return issues.map((issue) => optionIssue(issue, parsed));
}

/** No request file has these two fields, so they are named as options. */
function optionIssue(issue: FieldIssue, { values }: ConvertOptions): FieldIssue {
  const [timeout, failOn] = [values.get('timeout'), values.get('fail-on')];
  if (issue.field === 'timeoutSeconds' && timeout !== undefined) {
    return { field: 'timeout', message: unsupportedTimeout('--timeout', timeout) };
  }
  if (issue.field === 'failOn' && failOn !== undefined) {
    return { field: 'fail-on', message: unsupportedFailOn('--fail-on', failOn) };
  }
  return issue;
}

/** The service named on the command line. */
export interface RemoteOptions {
  /** Its name in the settings. */
  readonly name: string;
  /** Whether to use test mode, regardless of the settings. */
  readonly testMode: boolean;
}

export interface RemoteServices {
  readonly endpoints: RemoteEndpoints;
  readonly bucketAccess: BucketAccessAt;
  /** Ignores case. */
  readonly named: (name: string) => RemoteEndpoint | undefined;
  /** Why the service of this name can't be used. */
  readonly issueOf: (name: string) => Message | undefined;
  readonly names: () => readonly string[];
}

export interface RemoteService {
  readonly renderer: RemoteRenderer;
  /** Id of the endpoint; null if the local engine converts. */
  readonly endpoint: string | null;
  /** Describes the state of a request that was sent before the run was stopped. */
  readonly stopped: Message;
}

export interface FindRemoteOptions {
  readonly engine: SourceInliner;
  readonly version: string;
  readonly services: () => Promise<RemoteServices>;
  readonly log: (line: string) => void;
}

/** Provides a key or password if the settings can't be decrypted, as without a desktop. */
const keyVariable = 'PLATEN_REMOTE_KEY';

/** @throws AppError `invalid-request` if the settings have no service of this name */
export async function findRemote(
  { name, testMode }: RemoteOptions,
  { engine, version, services, log }: FindRemoteOptions,
): Promise<RemoteService> {
  const { endpoints, bucketAccess, named, issueOf, names } = await services();
  const found = named(name);
  if (found === undefined) {
    const issue = issueOf(name) ?? unknownRemote(name, names());
    throw invalidRequest([{ field: 'remote', message: issue }]);
  }
  const endpoint = testMode ? { ...found, testMode } : found;
  const renderer = createRemoteRenderer({
    endpoints: {
      get: (id) => (id === endpoint.id ? endpoint : endpoints.get(id)),
      ...secretSource(endpoints),
    },
    bucketAccess,
    inliner: engine,
    version,
    log,
  });
  const service = quote(endpoint.name);
  const stopped = endpoint.testMode
    ? message('convert.stoppedRequest', { service })
    : message('convert.stoppedPaidRequest', { service });
  return { renderer, endpoint: endpoint.id, stopped };
}

/** Prefers the variable to the settings. */
function secretSource(
  endpoints: RemoteEndpoints,
): Pick<RemoteEndpoints, 'secretOf' | 'secretVariable'> {
  const key = process.env[keyVariable];
  if (key !== undefined && key !== '') {
    return { secretVariable: keyVariable, secretOf: async () => Promise.resolve(key) };
  }
  return {
    secretOf: async (endpoint) =>
      endpoints.secretOf(endpoint).catch((thrown: unknown) => {
        throw thrown instanceof AppError ? withVariable(thrown, key === '') : thrown;
      }),
  };
}

/** Adds to the error of a missing key that the variable can provide it. */
function withVariable(cause: AppError, isEmpty: boolean): AppError {
  const params = { error: cause.toData().message, variable: keyVariable };
  const text = isEmpty
    ? message('convert.secretOrEmptyVariable', params)
    : message('convert.secretOrVariable', params);
  const fields = cause.fields?.map(({ field }) => ({ field, message: text })) ?? [];
  return new AppError(cause.code, text, fields, { cause });
}

function unknownRemote(name: string, names: readonly string[]): Message {
  const params = { name: excerpt(name), count: names.length, names: names.map(quote) };
  return names.length === 0
    ? message('convert.noRemotes', { name: params.name })
    : message('convert.unknownRemote', params);
}
