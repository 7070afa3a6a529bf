import { createReadStream, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type EnvironmentOptions, type Plugin, defineConfig } from 'vite';

const root = import.meta.dirname;
const nodeModules = builtinModules.flatMap((name) => [name, `node:${name}`]);

/**
 * A bundle for Node: one CommonJS file with all dependencies, as sandboxed preload scripts require.
 * @param threads the entries of its threads, by their names
 */
function nodeBundle(
  entry: string,
  folder: string,
  external: readonly string[],
  threads: Readonly<Record<string, string>> = {},
): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: [...nodeModules, ...external], conditions: ['node'] },
    build: {
      outDir: resolve(root, 'dist', folder),
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: { index: resolve(root, entry), ...threads },
        external: [...nodeModules, ...external],
        // Emscripten's JavaScript (the embedded PostgreSQL) has some; in our code lint forbids it.
        checks: { eval: false },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  };
}

/** Copies the embedded PostgreSQL beside the code, where it looks for its files. */
const embeddedPostgres: Plugin = {
  name: 'embedded-postgres',
  applyToEnvironment: ({ name }) => name === 'main',
  generateBundle() {
    const folder = resolve(root, 'node_modules/@electric-sql/pglite/dist');
    for (const fileName of ['pglite.wasm', 'pglite.data', 'initdb.wasm']) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(resolve(folder, fileName)) });
    }
  },
};

/**
 * Leaves out the ZIP reader of mammoth, which reads Word documents: it has no limits, and gets its
 * files from ours.
 */
const noForeignZipReader: Plugin = {
  name: 'no-foreign-zip-reader',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'main',
  resolveId: (id) => (id === 'jszip' ? '\0no-zip-reader' : null),
  load: (id) => (id === '\0no-zip-reader' ? 'export default {};' : null),
};

/**
 * ssh2 takes over in JavaScript where its compiled parts can't be loaded; none is shipped. All that
 * it needs of tweetnacl is SHA-512, which Node has.
 */
const plainSsh: Plugin = {
  name: 'plain-ssh',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'main',
  resolveId: (id) => {
    if (id === 'tweetnacl') return '\0tweetnacl';
    return id === 'cpu-features' || id.endsWith('/sshcrypto.node') ? '\0not-compiled' : null;
  },
  load: (id) => {
    if (id === '\0not-compiled') return "throw new Error('Nothing is compiled.');\nexport {};";
    if (id !== '\0tweetnacl') return null;
    return `import { createHash } from 'node:crypto';
      const crypto_hash = (out, bytes, length) =>
        out.set(createHash('sha512').update(bytes.subarray(0, length)).digest());
      export const lowlevel = { crypto_hash };`;
  },
};

/** Adds the licenses of what a package contains beside the bundled packages. */
const shippedLicenses: Plugin = {
  name: 'shipped-licenses',
  applyToEnvironment: ({ name }) => name === 'main',
  generateBundle() {
    const license = (path: string) => readFileSync(resolve(root, path), 'utf8').trim();
    const source = `## Platen

${license('LICENSE')}

## Electron

${license('node_modules/electron/LICENSE')}

## Chromium

Electron contains Chromium, whose licenses are in LICENSES.chromium.html beside the program.
`;
    this.emitFile({ type: 'asset', fileName: 'shipped-licenses.md', source });
  },
};

/** Copies the icon of a PDF that is dragged out of the window. */
const dragIcon: Plugin = {
  name: 'drag-icon',
  applyToEnvironment: ({ name }) => name === 'main',
  generateBundle() {
    const source = readFileSync(resolve(root, 'resources/icons/64x64.png'));
    this.emitFile({ type: 'asset', fileName: 'drag-icon.png', source });
  },
};

const pdfJs = resolve(root, 'node_modules/pdfjs-dist');

/** The WebAssembly decoders stay out, because the content security policy forbids them. */
const pdfJsNames = ['cmaps', 'standard_fonts', 'wasm'].flatMap((folder) =>
  readdirSync(join(pdfJs, folder))
    .filter((name) => !name.endsWith('.wasm'))
    .map((name) => `${folder}/${name}`),
);

/**
 * Copies the files that pdf.js loads for some PDFs: character maps, standard fonts and a decoder.
 * The development server serves them.
 */
const pdfJsFiles: Plugin = {
  name: 'pdf-js-files',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    for (const name of pdfJsNames) {
      const source = readFileSync(join(pdfJs, name));
      this.emitFile({ type: 'asset', fileName: `pdfjs/${name}`, source });
    }
  },
  configureServer({ middlewares }) {
    middlewares.use('/pdfjs', ({ url = '' }, response, next) => {
      const name = url.slice(1);
      if (pdfJsNames.includes(name)) createReadStream(join(pdfJs, name)).pipe(response);
      else next();
    });
  },
};

/**
 * Four bundles, built by `vite build --app`: the window's page, main, preload, and the development
 * run-time.
 */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: './',
  plugins: [
    react(),
    embeddedPostgres,
    noForeignZipReader,
    plainSsh,
    shippedLicenses,
    dragIcon,
    pdfJsFiles,
  ],
  resolve: { alias: { '@shared': resolve(root, 'electron/shared') } },
  server: { host: '127.0.0.1', strictPort: true, hmr: { host: '127.0.0.1', clientPort: 5173 } },
  environments: {
    client: {
      build: {
        outDir: resolve(root, 'dist/renderer'),
        emptyOutDir: true,
        target: 'chrome150',
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 1500,
        license: { fileName: 'licenses.md' },
      },
    },
    main: nodeBundle('electron/main/app/index.ts', 'main', ['electron'], {
      'word-worker': resolve(root, 'electron/main/engine/sources/archive/word-worker.ts'),
    }),
    preload: nodeBundle('electron/preload/index.ts', 'preload', ['electron']),
    runtime: nodeBundle('tools/electron-on-chromium/index.ts', 'electron-on-chromium', [
      '@sparticuz/chromium',
    ]),
  },
  builder: {
    async buildApp(builder) {
      await Promise.all(
        Object.values(builder.environments).map((environment) => builder.build(environment)),
      );
    },
  },
});
