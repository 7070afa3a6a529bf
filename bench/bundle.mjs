import { join, resolve } from 'node:path';
import { build } from 'vite';

/** The project's folder. */
export const root = resolve(import.meta.dirname, '..');

/**
 * Bundles modules of a bench, as the product is bundled.
 * @param {object} bundle
 * @param {string} bundle.folder where the bundles are written; emptied before
 * @param {Record<string, string>} bundle.input their entry modules by name, from the project's folder
 * @param {readonly (string | RegExp)[]} [bundle.external] packages that stay outside
 * @param {readonly string[] | true} [bundle.inside] packages that are bundled too; true for all
 * @param {Record<string, string>} [bundle.alias]
 * @param {'es' | 'cjs'} [bundle.format]
 */
export async function bundle({
  folder,
  input,
  external = [],
  inside = [],
  alias = {},
  format = 'es',
}) {
  const extension = format === 'es' ? 'mjs' : 'cjs';
  const paths = Object.entries(input).map(([name, path]) => [name, join(root, path)]);
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: { '@shared': join(root, 'electron/shared'), ...alias } },
    ssr: { noExternal: inside === true ? true : [...inside] },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(paths),
        external: [...external],
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: `[name]-[hash].${extension}`,
        },
      },
    },
  });
}
