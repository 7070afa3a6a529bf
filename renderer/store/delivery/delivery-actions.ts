import type { ExistingPolicy } from '@shared/output.js';
import { call } from '../../bridge.js';
import { copyText } from '../copy-text.js';
import { showNotice, told } from '../notices.js';
import { changeSettings } from '../settings-store.js';

/** Tries again now; where there is an object of the name, as told. */
export async function retryDeliveries(
  ids: readonly string[],
  existing?: ExistingPolicy,
): Promise<void> {
  const input = { ids: [...ids], ...(existing !== undefined && { existing }) };
  const result = await call('deliveries:retry', input);
  told("Couldn't retry the upload", result);
}

/** Stops what waits or runs; its PDF stays until it is dropped. */
export async function cancelDeliveries(ids: readonly string[]): Promise<void> {
  const result = await call('deliveries:cancel', { ids: [...ids] });
  told("Couldn't cancel the upload", result);
}

/** Takes deliveries off the list; a PDF that was not delivered goes with its last one. */
export async function removeDeliveries(ids: readonly string[]): Promise<void> {
  const result = await call('deliveries:remove', { ids: [...ids] });
  told("Couldn't remove the upload", result);
}

/** Asks where, and writes the PDF of an upload that was not delivered there. The upload stays in the list. */
export async function saveDelivery(id: string): Promise<void> {
  const result = await call('deliveries:save-as', { id });
  if (told("Couldn't save the PDF", result) && result.value)
    showNotice(`Saved to ${result.value.path}`);
}

/** Opens the address of an upload in the system's browser. */
export async function openDelivery(id: string): Promise<void> {
  const result = await call('deliveries:open', { id });
  told("Couldn't open the link", result);
}

/** Puts a link into the clipboard. */
export async function copyLink(url: string): Promise<void> {
  await copyText(url, 'link', 'Link copied. It works only if the bucket is public.');
}

/**
 * Makes a link that holds for a time, whoever has it, and puts it into the clipboard.
 * @returns whether there is one now
 */
export async function copyTimedLink(
  id: string,
  seconds: number,
  inWords: string,
): Promise<boolean> {
  const result = await call('deliveries:link', { id, seconds });
  if (!told("Couldn't create the link", result)) {
    return false;
  }
  void changeSettings({ linkSeconds: seconds });
  return copyText(result.value.url, 'link', `Link copied. It expires after ${inWords}.`);
}
