import { beforeEach, describe, expect, it } from 'vitest';
import { PreviewKeys } from '../../../../electron/main/window/conversion-handlers.js';
import { AppError, type AppErrorCode } from '../../../../electron/shared/messages/errors.js';
import { conversionRequestSchema } from '../../../../electron/shared/request/request.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const page = (html: string) => conversionRequestSchema.parse({ source: { kind: 'html', html } });

describe('the idempotency key of a preview', () => {
  let keys: PreviewKeys;
  beforeEach(() => {
    keys = new PreviewKeys();
  });

  /** Sends a page and returns its key. */
  async function send(html: string, { ends, to = 'office' }: { ends?: AppErrorCode; to?: string }) {
    let used = '';
    const sent = keys.with(to, page(html), (key) => {
      used = key;
      return ends === undefined
        ? Promise.resolve()
        : Promise.reject(new AppError(ends, literal('It failed.')));
    });
    await (ends === undefined ? sent : expect(sent).rejects.toThrow('It failed.'));
    return used;
  }

  it.each(['remote-uncertain', 'canceled'] as const)('is reused after %s', async (ends) => {
    const key = await send('a', { ends });
    expect(await send('a', { ends })).toBe(key);
    expect(await send('a', {})).toBe(key);
    expect(await send('a', {})).not.toBe(key);
  });

  it.each(['remote-refused', 'remote-unreachable'] as const)('is new after %s', async (ends) => {
    const key = await send('a', { ends });
    expect(await send('a', {})).not.toBe(key);
  });

  it('is new for another request or service', async () => {
    const key = await send('a', { ends: 'remote-uncertain' });
    expect(await send('a', { ends: 'remote-uncertain', to: 'home' })).not.toBe(key);
    expect(await send('b', {})).not.toBe(key);
  });
});
