import { create } from 'zustand';
import type { BridgeOutput } from '@shared/bridge.js';
import type { AppErrorData } from '@shared/messages/errors.js';
import type { Result } from '@shared/result.js';
import type { SecretsState } from '@shared/secrets.js';
import { type UploadTarget, targetFolder } from '@shared/targets.js';
import { call } from '../bridge/bridge.js';
import { changeSettings, useSettings } from './settings-store.js';
import type { Message } from '@shared/messages/message.js';
import { uploadDestinationIssue } from '@shared/upload-location.js';
import type { RemoteEndpoint } from '@shared/endpoints.js';

interface TargetsState {
  /** In the order of the main process. */
  readonly targets: readonly UploadTarget[];
  /** Which secrets are stored; only the main process knows their values. */
  readonly secrets: SecretsState;
}

/** The destinations. Only results of the main process change them. */
export const useTargets = create<TargetsState>(() => ({
  targets: [],
  secrets: {
    keeping: 'this-run',
    canKeepUnsafely: false,
    targets: [],
    endpoints: [],
    signIns: [],
    protections: [],
    webhook: false,
    webhookMissing: false,
  },
}));

/** Undefined once removed. */
export function targetOf(
  targets: readonly UploadTarget[],
  id: string | null,
): UploadTarget | undefined {
  return targets.find((target) => target.id === id);
}

/**
 * Replaces the one with its id.
 * @param secret its key, password or passphrase; undefined keeps the stored one, null deletes it
 * @returns why saving failed; null if it succeeded
 */
export async function saveTarget(
  target: UploadTarget,
  secret: string | null | undefined,
): Promise<AppErrorData | null> {
  const input = { target, ...(secret !== undefined && { secret }) };
  return apply(await call('targets:save', input), useTargets.setState);
}

/** Removes a destination and its secret. Returns why that failed; null if it succeeded. */
export async function removeTarget(id: string): Promise<AppErrorData | null> {
  const error = apply(await call('targets:remove', { id }), useTargets.setState);
  if (error === null && useSettings.getState().uploadTarget === id) {
    void changeSettings({ uploadTarget: null });
  }
  return error;
}

/** Stores the secret that signs webhooks; null deletes it. */
export async function setWebhookSecret(secret: string | null): Promise<AppErrorData | null> {
  return apply(await call('secrets:set-webhook', { secret }), applySecrets);
}

/** Allows or forbids unencrypted storage of secrets where no system keychain is available. */
export async function allowUnencryptedSecrets(allow: boolean): Promise<AppErrorData | null> {
  return apply(await call('secrets:keep-unsafely', { allow }), applySecrets);
}

/** Takes over what the main process returns. Returns why it failed; null if it succeeded. */
function apply<T>(result: Result<T>, onSuccess: (value: T) => void): AppErrorData | null {
  if (!result.ok) return result.error;
  onSuccess(result.value);
  return null;
}

function applySecrets(secrets: SecretsState): void {
  useTargets.setState({ secrets });
}

/** The path of one PDF. */
export function uploadDestination(target: UploadTarget, name: string): string {
  return `${targetFolder(target)}${nameInBucket(name)}`;
}

/** Escapes braces in a finished file name, because destinations interpret them as placeholders. */
export function nameInBucket(name: string): string {
  return name.replaceAll('{', '(').replaceAll('}', ')');
}

/**
 * The path of a batch, with placeholders: the destination's folder, the upload path, and the file
 * name unless the path ends in one.
 * @param path as entered; empty for the destination's folder
 * @param filename the form's file name; empty for that of the source
 */
export function batchDestination(target: UploadTarget, path: string, filename: string): string {
  const written = path.trim().replace(/^\/+/, '');
  const name = filename === '' ? '{name}.pdf' : filename;
  if (written.endsWith('.pdf')) return `${targetFolder(target)}${written}`;
  const folder = written.replace(/\/+$/, '');
  return `${targetFolder(target)}${folder === '' ? '' : `${folder}/`}${name}`;
}

/** That of the first destination; null for none. */
export function uploadPathIssue(
  targets: readonly UploadTarget[],
  path: string,
  filename: string,
): Message | null {
  const [target] = targets;
  return target ? uploadDestinationIssue(batchDestination(target, path, filename)) : null;
}

interface EndpointsState {
  /** In the order of the main process. */
  readonly endpoints: readonly RemoteEndpoint[];
}

/** The remote services. Only results of the main process change them. */
export const useEndpoints = create<EndpointsState>(() => ({ endpoints: [] }));

/** Undefined once removed. */
export function endpointOf(
  endpoints: readonly RemoteEndpoint[],
  id: string | null,
): RemoteEndpoint | undefined {
  return endpoints.find((endpoint) => endpoint.id === id);
}

/**
 * Replaces the one with its id.
 * @param secret its key or password; undefined keeps the stored one, null deletes it
 * @returns why saving failed; null if it succeeded
 */
export async function saveEndpoint(
  endpoint: RemoteEndpoint,
  secret: string | null | undefined,
): Promise<AppErrorData | null> {
  const input = { endpoint, ...(secret !== undefined && { secret }) };
  return apply(await call('endpoints:save', input), applyEndpoints);
}

/** Removes a service and its secret. Returns why that failed; null if it succeeded. */
export async function removeEndpoint(id: string): Promise<AppErrorData | null> {
  return apply(await call('endpoints:remove', { id }), applyEndpoints);
}

function applyEndpoints({ endpoints, secrets }: BridgeOutput<'endpoints:save'>): void {
  useEndpoints.setState({ endpoints });
  applySecrets(secrets);
}
