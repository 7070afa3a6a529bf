import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

test('the window can reach only its own page and bridge', { tag: '@core' }, async ({ platen }) => {
  const { page } = platen;
  await new WindowPage(page).showsPdf('1 page');
  const found = await page.evaluate(async () => {
    const refused = async (address: string) =>
      fetch(address).then(
        () => 'loaded',
        () => 'refused',
      );
    return {
      node: typeof Reflect.get(globalThis, 'require') + typeof Reflect.get(globalThis, 'process'),
      bridge: Object.keys(window.platen),
      network: await refused('http://127.0.0.1:9/'),
      file: await refused('file:///etc/passwd'),
      inlineScript: (() => {
        const script = document.createElement('script');
        script.textContent = 'document.documentElement.dataset.ran = "yes"';
        document.head.append(script);
        return document.documentElement.dataset['ran'] ?? 'refused';
      })(),
      popup: window.open('https://example.org/') === null,
    };
  });
  expect(found).toEqual({
    node: 'undefinedundefined',
    bridge: ['call', 'on', 'pathOf'],
    network: 'refused',
    file: 'refused',
    inlineScript: 'refused',
    popup: true,
  });
});

test("the window doesn't navigate away", { tag: '@core' }, async ({ platen }) => {
  const { page } = platen;
  await new WindowPage(page).showsPdf('1 page');
  const address = page.url();
  await page.evaluate(() => {
    location.href = 'http://127.0.0.1:9/';
  });
  await new WindowPage(page).showsPdf('1 page');
  expect(page.url()).toBe(address);
});

test(
  "calls with invalid arguments and paths that weren't saved are rejected",
  { tag: '@core' },
  async ({ platen }) => {
    const { page } = platen;
    await new WindowPage(page).showsPdf('1 page');
    const answers = await page.evaluate(async () => [
      await window.platen.call('delivery:open', { path: '/etc/passwd' }),
      await window.platen.call('delivery:save-again', {
        artifactId: 'x',
        path: '/etc/passwd',
        security: {},
      }),
      await window.platen.call('conversion:start', { id: 'x', request: { source: 5 } as never }),
    ]);
    expect(answers.map((answer) => (answer.ok ? 'done' : answer.error.code))).toEqual([
      'refused',
      'refused',
      'invalid-request',
    ]);
  },
);
