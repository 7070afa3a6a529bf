// Compares Platen's uploads, of one large PDF and of many small ones, with the AWS command line and
// rclone in alternating runs: `npm run bench:upload [-- RUNS [MEGABYTES]]`.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { answerHelp } from '../tools/answer-help.mjs';

answerHelp(`npm run bench:upload -- [RUNS [MEGABYTES]]

Compares Platen's uploads with those of the AWS command line and rclone, to a local Ceph.

  RUNS         alternating runs; 7 if left out
  MEGABYTES    the size of the large PDF; 200 if left out
`);

const root = resolve(import.meta.dirname, '..');
const bundles = join(root, 'node_modules', '.cache', 'platen', 'bench-upload');

await build({
  configFile: false,
  logLevel: 'error',
  root,
  resolve: { alias: { '@shared': join(root, 'electron/shared') } },
  // The product's code with all its dependencies, as in its own bundle.
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: bundles,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: join(root, 'bench/upload/main.ts'),
        'platen-upload': join(root, 'bench/upload/platen-upload.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
process.env['PLATEN_BENCH_BUNDLES'] = bundles;
await import(pathToFileURL(join(bundles, 'main.mjs')).href);
