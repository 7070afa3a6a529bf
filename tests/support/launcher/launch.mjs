// The launcher of `tools/run.mjs` on a machine that LAUNCH_HOST describes: `node launch.mjs ROOT
// [arguments]`.
import { start } from '../../../tools/launch/start.mjs';
import { hostOf } from './fake-host.mjs';

const [root = '', ...line] = process.argv.slice(2);
const description = /** @type {import('./fake-host.mjs').FakeHost} */ (
  JSON.parse(process.env['LAUNCH_HOST'] ?? '{}')
);
delete process.env['LAUNCH_HOST'];

await start(root, line, hostOf(description, process.env));
