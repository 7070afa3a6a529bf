import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What each system's package needs for the application to start with its sandbox. */

/** Entitlements of the hardened runtime: one for V8, one for the ad-hoc signature. */
const entitlements = [
  'com.apple.security.cs.allow-jit',
  'com.apple.security.cs.disable-library-validation',
];

/**
 * @param {string} root the project's folder
 * @param {import('electron-builder').Configuration} config
 * @param {import('./pack.mjs').LinuxFiles} linux
 * @returns {import('./dist-check.mjs').Check[]}
 */
export function checkInstallers(root, config, linux) {
  return [...checkMac(root, config), ...checkWindows(root, config), ...checkLinux(linux)];
}

/**
 * @param {string} root
 * @param {import('electron-builder').Configuration} config
 * @returns {import('./dist-check.mjs').Check[]}
 */
function checkMac(root, { mac }) {
  return [
    {
      name: 'macOS: the application is signed ad hoc, under the hardened runtime',
      check: () => assert.deepEqual([mac?.identity, mac?.hardenedRuntime], ['-', true]),
    },
    {
      name: 'macOS: its entitlements, and those of its helpers, are what that signature needs, and no more',
      check: () => {
        for (const file of [mac?.entitlements, mac?.entitlementsInherit]) {
          assert.ok(file, 'the entitlements are not stated');
          assert.deepEqual(grantedBy(readFileSync(join(root, file), 'utf8')), entitlements);
        }
      },
    },
  ];
}

/**
 * @param {string} root
 * @param {import('electron-builder').Configuration} config
 * @returns {import('./dist-check.mjs').Check[]}
 */
function checkWindows(root, { nsis, win }) {
  return [
    {
      name: 'Windows: the installer is the only target, and adds one Start Menu entry, named Platen',
      check: () => {
        assert.equal(win?.target, 'nsis');
        assert.deepEqual(
          [nsis?.createStartMenuShortcut, nsis?.menuCategory, nsis?.shortcutName],
          [true, false, 'Platen'],
        );
      },
    },
    {
      name: "Windows: the installer's own script adds no shortcut",
      check: () => {
        assert.equal(nsis?.include, 'resources/installer.nsh');
        const script = readFileSync(join(root, nsis.include), 'utf8');
        assert.doesNotMatch(script, /CreateShortCut|\$SMPROGRAMS/i);
      },
    },
  ];
}

/**
 * @param {import('./pack.mjs').LinuxFiles} linux
 * @returns {import('./dist-check.mjs').Check[]}
 */
function checkLinux({ debScript, appArmorProfile, debDesktopEntry, appImageDesktopEntry }) {
  return [
    {
      name: 'Linux: the deb makes chrome-sandbox setuid root where there are no user namespaces',
      check: () => {
        assert.match(debScript, /if ! .*unshare --user true/);
        assert.match(debScript, /chmod 4755 '\/opt\/Platen\/chrome-sandbox'/);
      },
    },
    {
      name: 'Linux: the deb installs and loads an AppArmor profile that allows its program user namespaces',
      check: () => {
        assert.match(
          appArmorProfile,
          /^profile "platen" "\/opt\/Platen\/platen" .*\{\n {2}userns,$/m,
        );
        assert.match(debScript, /APPARMOR_PROFILE_TARGET='\/etc\/apparmor\.d\/platen'/);
        assert.match(debScript, /apparmor_parser --replace .*"\$APPARMOR_PROFILE_TARGET"/);
      },
    },
    {
      name: 'Linux: the desktop entries start the program unchanged, with files, for HTML',
      check: () => {
        assert.equal(valueOf(debDesktopEntry, 'Exec'), '/opt/Platen/platen %U');
        assert.equal(valueOf(appImageDesktopEntry, 'Exec'), 'AppRun %U');
        for (const entry of [debDesktopEntry, appImageDesktopEntry]) {
          assert.equal(valueOf(entry, 'MimeType'), 'text/html;application/xhtml+xml;');
        }
      },
    },
  ];
}

/**
 * Returns the keys of a property list that are true, sorted. Any other value is an error.
 * @param {string} text
 */
function grantedBy(text) {
  const pairs = [...text.matchAll(/<key>([^<]+)<\/key>\s*<([^>]+)>/g)];
  assert.deepEqual([...new Set(pairs.map(([, , value]) => value))], ['true/']);
  return pairs.map(([, key]) => key).sort();
}

/**
 * @param {string} entry text of a desktop entry
 * @param {string} key
 */
function valueOf(entry, key) {
  return new RegExp(`^${key}=(.*)$`, 'm').exec(entry)?.[1];
}
