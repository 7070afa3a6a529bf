import { create } from 'zustand';
import type { BridgeOutput } from '@shared/bridge.js';
import type { AppErrorData } from '@shared/errors.js';
import type { SecretsState } from '@shared/secrets.js';
import type { BucketTarget } from '@shared/targets.js';
import { call } from '../../bridge.js';
import { changeSettings, useSettings } from '../settings-store.js';

interface TargetsState {
  /** In the order of the main process. */
  readonly targets: readonly BucketTarget[];
  /** Which secrets there are; what they are is known to the main process alone. */
  readonly secrets: SecretsState;
}

/** The buckets that PDFs can be put into. Only what the main process answers changes it. */
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

/** The target of an id; undefined once it has been removed. */
export function targetOf(
  targets: readonly BucketTarget[],
  id: string | null,
): BucketTarget | undefined {
  return targets.find((target) => target.id === id);
}

/** The target that an upload goes to if nothing else is said: that of the last upload, else the first. */
export function usualTarget(
  targets: readonly BucketTarget[],
  lastUsed: string | null,
): BucketTarget | undefined {
  return targetOf(targets, lastUsed) ?? targets[0];
}

/**
 * Keeps a target, in the place of the one of its id.
 * @param secret its secret key; undefined: stays as it is; null: is forgotten
 * @returns why that failed; null if it did not
 */
export async function saveTarget(
  target: BucketTarget,
  secret: string | null | undefined,
): Promise<AppErrorData | null> {
  const input = { target, ...(secret !== undefined && { secret }) };
  return take(await call('targets:save', input));
}

/** Forgets a target and its secret key; gives why that failed, null if it did not. */
export async function removeTarget(id: string): Promise<AppErrorData | null> {
  const error = take(await call('targets:remove', { id }));
  if (error === null && useSettings.getState().uploadTarget === id) {
    void changeSettings({ uploadTarget: null });
  }
  return error;
}

/** Has the secret that webhooks are signed with kept, or forgotten with null. */
export async function setWebhookSecret(secret: string | null): Promise<AppErrorData | null> {
  return takeSecrets(await call('secrets:set-webhook', { secret }));
}

/** Takes the person's word that secrets may be kept where the system has no safe store for them. */
export async function keepSecretsUnsafely(allow: boolean): Promise<AppErrorData | null> {
  return takeSecrets(await call('secrets:keep-unsafely', { allow }));
}

function take(result: Awaited<ReturnType<typeof call<'targets:save'>>>): AppErrorData | null {
  if (!result.ok) return result.error;
  const { targets, secrets }: BridgeOutput<'targets:save'> = result.value;
  useTargets.setState({ targets, secrets });
  return null;
}

function takeSecrets(
  result: Awaited<ReturnType<typeof call<'secrets:set-webhook'>>>,
): AppErrorData | null {
  if (!result.ok) return result.error;
  useTargets.setState({ secrets: result.value });
  return null;
}
