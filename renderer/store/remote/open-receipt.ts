import { call } from '../../bridge.js';
import { reportResult } from '../notices.js';

/** Opens the PDF's URL from a receipt in the browser. */
export async function openReceipt(url: string): Promise<void> {
  const result = await call('receipt:open', { url });
  reportResult("Couldn't open the link", result);
}
