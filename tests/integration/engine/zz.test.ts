import { it } from 'vitest';
import { convert } from '../support/convert.js';
it('times', async () => {
  const source = { kind: 'file', path: '/tmp/wt/cx/k.html' };
  await convert({ source: { kind: 'html', html: '<p>x<script></script>' } });
  for (const options of [
    {},
    { bookmarks: 3 },
    { bookmarks: 3, tableOfContents: 3 },
    { bookmarks: 1 },
  ]) {
    const start = performance.now();
    await convert({ source, ...options, timeoutSeconds: 300 });
    console.log(JSON.stringify(options), Math.round(performance.now() - start));
  }
}, 300000);
