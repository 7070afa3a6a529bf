import assert from 'node:assert/strict';

/**
 * The safe value of every fuse, according to Electron's documentation, with electron-builder's
 * names.
 */
const safeFuses = {
  runAsNode: false,
  enableCookieEncryption: true,
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
 * @param {import('./pack.mjs').Packed['fuses']} fuses
 * @returns {import('./pack.mjs').Check[]}
 */
export function checkFuses(fuses) {
  return [
    {
      name: 'electron-builder.yml states every fuse, at its safe side',
      check: () => assert.deepEqual(fuses, safeFuses),
    },
  ];
}
