// Development with hot reload: the window's page comes from Vite's server and reloads in place. A
// change in the main process or the preload script rebuilds it and restarts Platen.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createBuilder, createServer, normalizePath } from 'vite';
import { answerHelp } from './answer-help.mjs';

answerHelp(`npm run dev -- [arguments for Platen]

Opens the window with hot reload. A change in the main process restarts Platen.
\`npm start -- --help\` lists the arguments.
`);

const root = resolve(import.meta.dirname, '..');
const configFile = resolve(root, 'vite.config.ts');

const server = await createServer({ configFile });
await server.listen();
const address = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
process.stderr.write(`platen: the page is served at ${address}\n`);

const builder = await createBuilder({ configFile, logLevel: 'warn' });
const bundles = ['main', 'preload', 'runtime'];
const pageFolder = `${normalizePath(resolve(root, 'renderer'))}/`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
/** @type {Promise<void>} */
let work = Promise.resolve();

server.watcher.add(
  ['electron', 'tools/electron-on-chromium'].map((folder) => resolve(root, folder)),
);
server.watcher.on('change', (path) => {
  if (!normalizePath(path).startsWith(pageFolder)) nextStart();
});
nextStart();

/** A failed build, such as of an incomplete line, leaves the running application unchanged. */
function nextStart() {
  work = work.then(buildAndStart).catch((/** @type {unknown} */ error) => {
    process.stderr.write(`platen: not restarted. ${String(error)}\n`);
  });
}

async function buildAndStart() {
  for (const name of bundles) {
    const environment = builder.environments[name];
    if (environment) await builder.build(environment);
  }
  await stopRunning();
  running = spawn(process.execPath, ['tools/run.mjs', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLATEN_DEV_SERVER: address },
  });
  running.on('exit', (code) => {
    void server.close().then(() => process.exit(code ?? 0));
  });
}

/** Waits for the exit, because the next start needs the single-instance lock. */
async function stopRunning() {
  if (running?.exitCode !== null || running.signalCode !== null) return;
  running.removeAllListeners('exit');
  const exit = once(running, 'exit');
  running.kill();
  await exit;
}
