import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';

type Check = (headers: Record<string, string>, body: string, secret: string) => boolean;

/** The function that docs/buckets.md gives to those who receive webhooks. */
async function documentedCheck(): Promise<Check> {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/buckets.md'), 'utf8');
  const code = /```js\n(.+?)```/s.exec(page)?.[1] ?? '';
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return (module as { readonly isFromPlaten: Check }).isFromPlaten;
}

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const body = '{"type":"pdf.completed"}';

function signed(time: Date): Record<string, string> {
  return {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': `v1a,other ${new Webhook(secret).sign('one', time, body)}`,
  };
}

it('documents a check of webhooks that holds', async () => {
  const check = await documentedCheck();
  const headers = signed(new Date());
  expect(check(headers, body, secret)).toBe(true);
  expect(check(headers, `${body} `, secret)).toBe(false);
  expect(check({ ...headers, 'webhook-id': 'two' }, body, secret)).toBe(false);
  expect(check(headers, body, `whsec_${Buffer.from('another').toString('base64')}`)).toBe(false);
  expect(check(signed(new Date(Date.now() - 3_600_000)), body, secret)).toBe(false);
  expect(check({}, body, secret)).toBe(false);
});
