import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

// 15 MB are the embedded PostgreSQL (WebAssembly and its catalog), 7 MB the window, the rest the
// application and its service; 0.6 MB of that are SSH. Raise it only for what users asked for.
const largestBytes = 33 * 1024 * 1024;
// 1.5 MB; the PDF library, Markdown and the service are loaded with the first that needs them.
const largestEntryBytes = 1.8 * 1024 * 1024;
const folders = ['dist/main', 'dist/preload', 'dist/renderer'];
const entries = [
  'dist/main/index.cjs',
  'dist/main/word-worker.cjs',
  'dist/preload/index.cjs',
  'dist/renderer/index.html',
];

/**
 * @param {string} root the project's folder, with a fresh build in it
 * @param {string} archive path of app.asar
 * @param {string} extracted folder with the archive's files
 * @returns {import('./pack.mjs').Check[]}
 */
export function checkArchive(root, archive, extracted) {
  const files = filesIn(extracted);
  return [
    {
      name: 'app.asar holds the three bundles and package.json, and nothing else',
      check: () => assert.deepEqual(files, [...builtFiles(root), 'package.json'].sort()),
    },
    {
      name: 'what the application starts with is there',
      check: () =>
        assert.deepEqual(
          entries.filter((entry) => !files.includes(entry)),
          [],
        ),
    },
    {
      name: 'package.json has no scripts and no development dependencies',
      check: () => {
        const fields = packageOf(extracted);
        assert.equal(fields.get('main'), entries[0]);
        assert.deepEqual([fields.has('scripts'), fields.has('devDependencies')], [false, false]);
      },
    },
    {
      name: 'the bundles for Node ask for Electron and Node alone',
      check: () => assert.deepEqual(foreignModules(extracted, files), []),
    },
    {
      name: 'what starts first is smaller than 1.8 MB',
      check: () => {
        const { size } = statSync(join(extracted, 'dist/main/index.cjs'));
        assert.ok(size < largestEntryBytes, `index.cjs has ${size} bytes`);
      },
    },
    {
      name: 'xvfb-exec, which gives servers on Linux a display, is beside it and executable',
      check: () => {
        const { mode } = statSync(join(dirname(archive), 'xvfb-exec'));
        assert.equal(mode & 0o111, 0o111);
      },
    },
    {
      name: 'app.asar is smaller than 33 MB',
      check: () => {
        const { size } = statSync(archive);
        assert.ok(size < largestBytes, `it has ${size} bytes, ${size - largestBytes} too many`);
      },
    },
  ];
}

/**
 * Returns the build's output without source maps, as paths from the project's folder.
 * @param {string} root
 */
function builtFiles(root) {
  return folders
    .flatMap((folder) => filesIn(join(root, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => !file.endsWith('.map'));
}

/**
 * Returns all files below a folder, with slashes, sorted.
 * @param {string} folder
 */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** @param {string} extracted */
function packageOf(extracted) {
  /** @type {unknown} */
  const content = JSON.parse(readFileSync(join(extracted, 'package.json'), 'utf8'));
  assert.ok(typeof content === 'object' && content !== null);
  return new Map(Object.entries(content));
}

/**
 * Returns modules that a bundle for Node loads and that are missing in the packed application.
 * @param {string} extracted
 * @param {readonly string[]} files
 */
function foreignModules(extracted, files) {
  const modules = files
    .filter((file) => file.endsWith('.cjs'))
    .flatMap((file) => loadedBy(readFileSync(join(extracted, file), 'utf8')))
    .filter((name) => name !== 'electron' && !name.startsWith('.') && !isBuiltin(name));
  return [...new Set(modules)];
}

/** Names in AMD's `define`, which the scanner finds too; no AMD loader exists there. */
const ofAmd = new Set(['exports', 'require', 'module']);

/**
 * Returns the names in calls of `require`. They are found with the compiler's scanner, because
 * libraries also contain such calls in comments and messages.
 * @param {string} code
 */
function loadedBy(code) {
  return ts
    .preProcessFile(code, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !ofAmd.has(name));
}
