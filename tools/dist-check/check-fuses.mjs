import assert from 'node:assert/strict';

/**
 * The safe position of every fuse, by Electron's page about fuses and the names of
 * electron-builder's schema.
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
  // Not a fuse: signs the application on macOS again after they were flipped.
  resetAdHocDarwinSignature: true,
};

/**
 * @param {import('./pack.mjs').Packed['fuses']} fuses
 * @returns {import('./dist-check.mjs').Check[]}
 */
export function checkFuses(fuses) {
  return [
    {
      name: 'electron-builder.yml states every fuse, at its safe side',
      check: () => assert.deepEqual(fuses, safeFuses),
    },
  ];
}
