import type { Message } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';

/** Opens settings and returns their notices in English, one per line. */
export async function openingNotices(settings: {
  open(): Promise<readonly Message[]>;
}): Promise<string> {
  return (await settings.open()).map(englishText).join('\n');
}
