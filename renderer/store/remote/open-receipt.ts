import { call } from '../../bridge.js';
import { told } from '../notices.js';

/** Opens the PDF's URL from a receipt in the browser. */
export async function openReceipt(url: string): Promise<void> {
  const result = await call('receipt:open', { url });
  told("Couldn't open the link", result);
}
