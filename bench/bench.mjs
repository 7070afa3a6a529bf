// Compares Platen with other tools on the same Chromium: `npm run bench`; `-- --help` shows its
// options.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from '../tools/launch/build.mjs';
import { bundle, root } from './bundle.mjs';
import { answerElectron } from './on-electron.mjs';

await answerElectron('bench/bench.mjs');

const bundles = join(root, 'node_modules', '.cache', 'platen', 'bench');

await buildIfStale(root);
await bundle({
  folder: bundles,
  input: {
    main: 'bench/main.ts',
    'platen-engine': 'bench/contestants/platen-engine.ts',
    'raw-limit': 'bench/contestants/raw-limit.ts',
    'playwright-loop': 'bench/contestants/playwright-loop.ts',
    commands: 'bench/contestants/commands.ts',
  },
  external: ['@sparticuz/chromium', 'playwright-core', /^pdfjs-dist/],
  inside: ['electron', 'zod'],
  // The engine runs on the development run-time, as in tests.
  alias: { electron: join(root, 'tools/electron-on-chromium/index.ts') },
});
if (process.env['PLATEN_BENCH_ELECTRON'] !== undefined) await bundleEngine();
process.env['PLATEN_BENCH_ROOT'] = root;
process.env['PLATEN_BENCH_BUNDLES'] = bundles;
await import(pathToFileURL(join(bundles, 'main.mjs')).href);

/** Bundles the engine as an application of Electron's. */
async function bundleEngine() {
  const folder = join(bundles, 'electron');
  const input = { main: 'bench/contestants/platen-engine.ts' };
  await bundle({ folder, input, external: ['electron'], inside: true, format: 'cjs' });
  const description = { name: 'platen-bench', version: '0.0.0', main: 'main.cjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
}
