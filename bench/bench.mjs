// Compares Platen with other tools on the same Chromium: `npm run bench`; `-- --help` shows its
// options.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { buildIfStale } from '../tools/launch/build.mjs';
import { answerElectron } from './on-electron.mjs';

await answerElectron('bench/bench.mjs');

const root = resolve(import.meta.dirname, '..');
const bundles = join(root, 'node_modules', '.cache', 'platen', 'bench');

await buildIfStale(root);
await build({
  configFile: false,
  logLevel: 'error',
  root,
  // The engine runs on the development run-time, as in tests.
  resolve: {
    alias: {
      '@shared': join(root, 'electron/shared'),
      electron: join(root, 'tools/electron-on-chromium/index.ts'),
    },
  },
  ssr: { noExternal: ['electron', 'zod'] },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: bundles,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: join(root, 'bench/main.ts'),
        'platen-engine': join(root, 'bench/contestants/platen-engine.ts'),
        'raw-limit': join(root, 'bench/contestants/raw-limit.ts'),
        'playwright-loop': join(root, 'bench/contestants/playwright-loop.ts'),
        commands: join(root, 'bench/contestants/commands.ts'),
      },
      external: ['@sparticuz/chromium', 'playwright-core', /^pdfjs-dist/],
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
if (process.env['PLATEN_BENCH_ELECTRON'] !== undefined) await bundleEngine();
process.env['PLATEN_BENCH_ROOT'] = root;
process.env['PLATEN_BENCH_BUNDLES'] = bundles;
await import(pathToFileURL(join(bundles, 'main.mjs')).href);

/** Bundles the engine as an application of Electron's. */
async function bundleEngine() {
  const folder = join(bundles, 'electron');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: { '@shared': join(root, 'electron/shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: folder,
      rolldownOptions: {
        input: { main: join(root, 'bench/contestants/platen-engine.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  });
  const description = { name: 'platen-bench', version: '0.0.0', main: 'main.cjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
}
