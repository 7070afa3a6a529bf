import { create } from 'zustand';
import type { BridgeOutput } from '@shared/bridge.js';
import type { AppErrorData } from '@shared/errors.js';
import type { SecretsState } from '@shared/secrets.js';
import type { BucketTarget } from '@shared/targets.js';
import { call } from '../bridge.js';
import { changeSettings, useSettings } from './settings-store.js';

interface TargetsState {
  /** In the order of the main process. */
  readonly targets: readonly BucketTarget[];
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
    webhook: false,
    webhookMissing: false,
  },
}));

/** Returns a destination by id; undefined once removed. */
export function targetOf(
  targets: readonly BucketTarget[],
  id: string | null,
): BucketTarget | undefined {
  return targets.find((target) => target.id === id);
}

/**
 * Saves a destination, replacing the one with its id.
 * @param secret the secret key; undefined keeps the stored one, null deletes it
 * @returns why saving failed; null if it succeeded
 */
export async function saveTarget(
  target: BucketTarget,
  secret: string | null | undefined,
): Promise<AppErrorData | null> {
  const input = { target, ...(secret !== undefined && { secret }) };
  return apply(await call('targets:save', input));
}

/** Removes a destination and its secret key. Returns why that failed; null if it succeeded. */
export async function removeTarget(id: string): Promise<AppErrorData | null> {
  const error = apply(await call('targets:remove', { id }));
  if (error === null && useSettings.getState().uploadTarget === id) {
    void changeSettings({ uploadTarget: null });
  }
  return error;
}

/** Stores the secret that signs webhooks; null deletes it. */
export async function setWebhookSecret(secret: string | null): Promise<AppErrorData | null> {
  return applySecrets(await call('secrets:set-webhook', { secret }));
}

/** Allows or forbids unencrypted storage of secrets where no system keychain is available. */
export async function allowUnencryptedSecrets(allow: boolean): Promise<AppErrorData | null> {
  return applySecrets(await call('secrets:keep-unsafely', { allow }));
}

function apply(result: Awaited<ReturnType<typeof call<'targets:save'>>>): AppErrorData | null {
  if (!result.ok) return result.error;
  const { targets, secrets }: BridgeOutput<'targets:save'> = result.value;
  useTargets.setState({ targets, secrets });
  return null;
}

function applySecrets(
  result: Awaited<ReturnType<typeof call<'secrets:set-webhook'>>>,
): AppErrorData | null {
  if (!result.ok) return result.error;
  useTargets.setState({ secrets: result.value });
  return null;
}
