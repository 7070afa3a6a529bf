import assert from 'node:assert/strict';
import { FuseV1Options } from '@electron/fuses';

/**
 * The safe value of every fuse, according to Electron's documentation, with electron-builder's
 * names.
 * @type {import('./pack.mjs').Packed['fuses']}
 */
const safeFuses = {
  runAsNode: false,
  // Sessions are in memory, so there are no cookies to encrypt.
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  // Not a fuse: signs the macOS application again after the fuses were flipped.
  resetAdHocDarwinSignature: true,
};

/**
 * Returns the names of fuses as `@electron/fuses` writes them: with a capital letter.
 * @param {import('./pack.mjs').Packed['fuses']} fuses
 */
function fuseNames(fuses) {
  return Object.keys(fuses ?? {})
    .filter((name) => name !== 'resetAdHocDarwinSignature')
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1));
}

/**
 * @param {import('./pack.mjs').Packed['fuses']} fuses
 * @returns {import('./pack.mjs').Check[]}
 */
export function checkFuses(fuses) {
  return [
    {
      name: 'electron-builder.yml states every fuse, at its safe side',
      check: () => {
        assert.deepEqual(fuses, safeFuses);
        const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
        assert.deepEqual(known.toSorted(), fuseNames(fuses).toSorted());
      },
    },
  ];
}
