// Compares Platen's uploads, of one large PDF and of many small ones, with the AWS command line and
// rclone in alternating runs: `npm run bench:upload [-- RUNS [MEGABYTES]]`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerHelp } from '../tools/answer-help.mjs';
import { bundle, root } from './bundle.mjs';

answerHelp(`npm run bench:upload -- [RUNS [MEGABYTES]]

Compares Platen's uploads with those of the AWS command line and rclone, to a local Ceph.

  RUNS         alternating runs; 7 if left out
  MEGABYTES    the size of the large PDF; 200 if left out
`);

const bundles = join(root, 'node_modules', '.cache', 'platen', 'bench-upload');

await bundle({
  folder: bundles,
  input: { main: 'bench/upload/main.ts', 'platen-upload': 'bench/upload/platen-upload.ts' },
  // The product's code with all its dependencies, as in its own bundle.
  inside: true,
});
process.env['PLATEN_BENCH_BUNDLES'] = bundles;
await import(pathToFileURL(join(bundles, 'main.mjs')).href);
