// The launcher of `tools/run.mjs` on a machine that LAUNCH_HOST describes: `node launch.mjs ROOT
// [arguments]`.
import { thisHost } from '../../../tools/launch/host.mjs';
import { start } from '../../../tools/launch/start.mjs';

const [root = '', ...line] = process.argv.slice(2);
const {
  files = {},
  setuid = [],
  ...described
} = /** @type {Partial<import('../../../tools/launch/host.mjs').Host> & { files?: Record<string, string>, setuid?: string[] }} */ (
  JSON.parse(process.env['LAUNCH_HOST'] ?? '{}')
);
delete process.env['LAUNCH_HOST'];
const host = thisHost();

await start(root, line, {
  ...host,
  ...described,
  readText: (path) => (path.startsWith('/proc/') ? (files[path] ?? null) : host.readText(path)),
  isSetuidRoot: (path) => setuid.includes(path),
});
