import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the bundles. */
const inputs = [
  'electron',
  'renderer',
  'tools/electron-on-chromium',
  'vite.config.ts',
  'package.json',
];

/** The bundles that are written last. */
const outputs = [
  'dist/main/index.cjs',
  'dist/preload/index.cjs',
  'dist/renderer/index.html',
  'dist/electron-on-chromium/index.cjs',
];

/**
 * Builds the bundles unless they are newer than their sources.
 * @param {string} root
 * @param {(text: string) => void} [write] writes to standard error
 */
export async function buildIfStale(root, write = (text) => void process.stderr.write(text)) {
  const oldest = Math.min(...outputs.map((path) => modified(join(root, path))));
  const newest = Math.max(...inputs.map((path) => newestIn(join(root, path))));
  if (oldest > newest) return;
  write('platen: building\n');
  await build(root);
}

/**
 * Builds for production, whatever runs it: vitest sets NODE_ENV to "test", with which Vite bundles
 * the slower React for development.
 * @param {string} root
 */
async function build(root) {
  const { createBuilder } = await import('vite');
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const configFile = join(root, 'vite.config.ts');
    const builder = await createBuilder({ configFile, logLevel: 'warn' });
    await builder.buildApp();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** @param {string} path */
function newestIn(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  /** @type {number[]} */
  const times = readdirSync(path).map((name) => newestIn(join(path, name)));
  return Math.max(0, ...times);
}

/** @param {string} path */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
