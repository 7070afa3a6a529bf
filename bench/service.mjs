// Compares the service with `convert` and with Playwright behind Fastify, in alternating runs on
// the same documents: `npm run bench:service [-- [--electron] [ROUNDS [DOCUMENTS]]]`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from '../tools/launch/build.mjs';
import { answerHelp } from '../tools/answer-help.mjs';
import { bundle, root } from './bundle.mjs';
import { answerElectron } from './on-electron.mjs';

answerHelp(`npm run bench:service -- [--electron] [ROUNDS [DOCUMENTS]]

Compares the service with \`convert\` and with Playwright behind Fastify on the same documents.

  ROUNDS       alternating rounds; 3 if left out
  DOCUMENTS    documents of each round; 200 if left out
  --electron   Platen on Electron, Playwright with the Chromium of @sparticuz/chromium
`);
await answerElectron('bench/service.mjs');

const bundles = join(root, 'node_modules', '.cache', 'platen', 'bench-service');

await buildIfStale(root);
await bundle({
  folder: bundles,
  input: {
    main: 'bench/service/main.ts',
    'playwright-server': 'bench/contestants/playwright-server.ts',
  },
  external: ['@sparticuz/chromium', 'playwright-core', 'fastify'],
});
process.env['PLATEN_BENCH_ROOT'] = root;
process.env['PLATEN_BENCH_BUNDLES'] = bundles;
await import(pathToFileURL(join(bundles, 'main.mjs')).href);
