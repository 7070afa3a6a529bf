import { call } from '../../bridge.js';
import { told } from '../notices.js';

/** Opens where a service says that a PDF is, in the system's browser. */
export async function openReceipt(url: string): Promise<void> {
  const result = await call('receipt:open', { url });
  told("Couldn't open the link", result);
}
