import { page as htmlPage, startWebServer } from '../integration/support/web-server.js';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

test(
  'the window reaches only its own page and bridge, which refuses what was not saved',
  { tag: '@core' },
  async ({ platen }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    await window.showsPdf('1 page');
    const found = await page.evaluate(async () => {
      const refused = async (address: string) =>
        fetch(address).then(
          () => 'loaded',
          () => 'refused',
        );
      return {
        node: typeof Reflect.get(globalThis, 'require') + typeof Reflect.get(globalThis, 'process'),
        bridge: Object.keys(globalThis.window.platen),
        network: await refused('http://127.0.0.1:9/'),
        file: await refused('file:///etc/passwd'),
        inlineScript: (() => {
          const script = document.createElement('script');
          script.textContent = 'document.documentElement.dataset.ran = "yes"';
          document.head.append(script);
          return document.documentElement.dataset['ran'] ?? 'refused';
        })(),
        popup: globalThis.window.open('https://example.org/') === null,
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

    const answers = await page.evaluate(async () => {
      const { platen } = globalThis.window;
      return [
        await platen.call('delivery:open', { path: '/etc/passwd' }),
        await platen.call('delivery:save-again', {
          artifactId: 'x',
          path: '/etc/passwd',
          security: {},
        }),
        await platen.call('conversion:start', { id: 'x', request: { source: 5 } as never }),
      ];
    });
    expect(answers.map((answer) => (answer.ok ? 'done' : answer.error.code))).toEqual([
      'refused',
      'refused',
      'invalid-request',
    ]);

    const address = page.url();
    const requests: unknown[] = [];
    const server = await startWebServer({
      '/other': (response, request) => {
        requests.push(request.url);
        htmlPage('<p>Other')(response, request);
      },
    });
    // It is canceled before Playwright sees its start, so Playwright waits for its end for ever.
    const state = await page.evaluate(async (url) => {
      location.href = url;
      // This takes longer than the navigation would.
      const request = { source: { kind: 'html', html: '<p>Still here' } } as const;
      const { ok } = await globalThis.window.platen.call('conversion:start', { id: 'x', request });
      return { ok, facts: document.querySelector('.pdf-facts')?.textContent };
    }, `${server.origin}/other`);
    await server.close();
    expect(state.ok).toBe(true);
    expect(state.facts).toContain('1 page');
    expect(requests).toEqual([]);
    expect(page.url()).toBe(address);
  },
);
