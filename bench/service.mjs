// Compares the service with `convert` and with Playwright behind Fastify, in alternating runs on
// the same documents: `npm run bench:service [-- [--electron] [ROUNDS [DOCUMENTS]]]`.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { buildIfStale } from '../tools/launch/build.mjs';
import { answerHelp } from '../tools/answer-help.mjs';
import { answerElectron } from './on-electron.mjs';

answerHelp(`npm run bench:service -- [--electron] [ROUNDS [DOCUMENTS]]

Compares the service with \`convert\` and with Playwright behind Fastify on the same documents.

  ROUNDS       alternating rounds; 3 if left out
  DOCUMENTS    documents of each round; 200 if left out
  --electron   Platen on Electron, Playwright with the Chromium of @sparticuz/chromium
`);
await answerElectron('bench/service.mjs');

const root = resolve(import.meta.dirname, '..');
const bundles = join(root, 'node_modules', '.cache', 'platen', 'bench-service');

await buildIfStale(root);
await build({
  configFile: false,
  logLevel: 'error',
  root,
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: bundles,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: join(root, 'bench/service/main.ts'),
        'playwright-server': join(root, 'bench/contestants/playwright-server.ts'),
      },
      external: ['@sparticuz/chromium', 'playwright-core', 'fastify'],
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
process.env['PLATEN_BENCH_ROOT'] = root;
process.env['PLATEN_BENCH_BUNDLES'] = bundles;
await import(pathToFileURL(join(bundles, 'main.mjs')).href);
