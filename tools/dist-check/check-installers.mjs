import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
 * @returns {import('./pack.mjs').Check[]}
 */
export function checkInstallers(root, config, linux) {
  return [
    ...checkAll(config),
    ...checkMac(root, config),
    ...checkWindows(root, config),
    ...checkLinux(root, config, linux),
  ];
}

/**
 * @param {import('electron-builder').Configuration} config
 * @returns {import('./pack.mjs').Check[]}
 */
function checkAll({ publish, linux, win, mac }) {
  return [
    {
      name: 'each system has its packages: AppImage, deb, rpm; NSIS, portable; dmg, zip (universal)',
      check: () => {
        assert.deepEqual(linux?.target, ['AppImage', 'deb', 'rpm']);
        assert.deepEqual(win?.target, ['nsis', 'portable']);
        const universal = ['dmg', 'zip'].map((target) => ({ target, arch: 'universal' }));
        assert.deepEqual(mac?.target, universal);
      },
    },
    {
      name: 'macOS opens platen:// with the application, and the place of updates is stated',
      check: () => {
        assert.deepEqual(mac?.protocols, [{ name: 'Platen', schemes: ['platen'] }]);
        assert.ok(publish && !Array.isArray(publish) && typeof publish === 'object');
        assert.equal(publish.provider, 'generic');
      },
    },
  ];
}

/**
 * @param {string} root
 * @param {import('electron-builder').Configuration} config
 * @returns {import('./pack.mjs').Check[]}
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
 * @returns {import('./pack.mjs').Check[]}
 */
function checkWindows(root, { nsis, win }) {
  return [
    {
      name: 'Windows: the installer adds one Start Menu entry, named Platen',
      check: () => {
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
    {
      name: 'Windows: the installer adds what starts the command to the path, and removes it',
      check: () => {
        const [files] = [win?.extraFiles].flat();
        assert.deepEqual(files, { from: 'resources/windows', to: 'bin' });
        const command = readFileSync(join(root, 'resources/windows/platen.cmd'), 'utf8');
        assert.match(command, /^@echo off\r?\n"%~dp0\.\.\\Platen\.exe" -- %\*\r?\n$/);
        const script = readFileSync(join(root, 'resources/installer.nsh'), 'utf8');
        const [install, uninstall] = ['customInstall', 'customUnInstall'].map(
          (name) => new RegExp(`!macro ${name}\\n(.*?)!macroend`, 's').exec(script)?.[1] ?? '',
        );
        assert.match(install ?? '', /!insertmacro platenPath add/);
        assert.match(uninstall ?? '', /!insertmacro platenPath remove/);
        for (const key of install?.match(/Software\\Classes\\\w+(?=")/g) ?? []) {
          assert.ok(uninstall?.includes(`DeleteRegKey SHELL_CONTEXT "${key}"`), `${key} stays`);
        }
      },
    },
    {
      name: `Windows: makensis compiles the installer's own script${skipped('makensis')}`,
      check: () => compile(join(root, 'resources/installer.nsh')),
    },
  ];
}

/**
 * Returns a note for the name of a check if its program is not installed.
 * @param {string} program
 */
function skipped(program) {
  return isInstalled(program) ? '' : ` (skipped: ${program} is not installed)`;
}

/** @param {string} program */
function isInstalled(program) {
  return spawnSync(program, [], { stdio: 'ignore' }).error === undefined;
}

/**
 * Compiles the script in an installer with what electron-builder's templates define.
 * @param {string} script
 */
function compile(script) {
  if (!isInstalled('makensis')) return;
  const folder = mkdtempSync(join(tmpdir(), 'platen-nsis-'));
  try {
    const lines = [
      'Unicode true',
      '!include LogicLib.nsh',
      '!include WinMessages.nsh',
      '!define APP_EXECUTABLE_FILENAME "Platen.exe"',
      'Name "Platen"',
      `OutFile "${join(folder, 'installer.exe')}"`,
      'InstallDir "$LOCALAPPDATA\\Platen"',
      'Var installMode',
      `!include "${script}"`,
      'Section "install"',
      '  StrCpy $installMode "CurrentUser"',
      '  WriteUninstaller "$INSTDIR\\uninstall.exe"',
      '  !insertmacro customInstall',
      'SectionEnd',
      'Section "un.Uninstall"',
      '  !insertmacro customUnInstall',
      'SectionEnd',
    ];
    const main = join(folder, 'main.nsi');
    writeFileSync(main, lines.join('\n'));
    succeed('makensis', ['-V2', '-WX', main]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function succeed(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(status, 0, `${program}: ${stdout}${stderr}`);
}

/**
 * @param {string} root
 * @param {import('electron-builder').Configuration} config
 * @param {import('./pack.mjs').LinuxFiles} linux
 * @returns {import('./pack.mjs').Check[]}
 */
function checkLinux(root, config, linux) {
  const { debScript, rpmScript, appArmorProfile, debDesktopEntry, appImageDesktopEntry } = linux;
  return [
    {
      name: 'Linux: the deb and the rpm link the command to /usr/bin/platen',
      check: () => {
        for (const script of [debScript, rpmScript]) {
          assert.match(script, /ln -sf '\/opt\/Platen\/platen' '\/usr\/bin\/platen'/);
        }
      },
    },
    {
      name: 'Linux: the deb and the rpm contain the completions of three shells and the manual page',
      check: () => {
        for (const options of [config.deb, config.rpm]) {
          const places = (options?.fpm ?? []).map((line) => line.split('='));
          for (const [from] of places) assert.ok(existsSync(join(root, from ?? '')), from);
          const installed = places.map(([, to]) => to?.replace(/.*\//, ''));
          assert.deepEqual(installed, ['platen', '_platen', 'platen.fish', 'platen.1']);
        }
      },
    },
    {
      name: `Linux: the desktop entries are valid${skipped('desktop-file-validate')}`,
      check: () => {
        if (!isInstalled('desktop-file-validate')) return;
        const folder = mkdtempSync(join(tmpdir(), 'platen-entries-'));
        try {
          for (const [index, entry] of [debDesktopEntry, appImageDesktopEntry].entries()) {
            const path = join(folder, `${index}.desktop`);
            writeFileSync(path, entry);
            succeed('desktop-file-validate', [path]);
          }
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    },
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
      name: 'Linux: the desktop entries start the program unchanged, with files, for HTML and platen://',
      check: () => {
        assert.equal(valueOf(debDesktopEntry, 'Exec'), '/opt/Platen/platen %U');
        assert.equal(valueOf(appImageDesktopEntry, 'Exec'), 'AppRun %U');
        for (const entry of [debDesktopEntry, appImageDesktopEntry]) {
          assert.equal(
            valueOf(entry, 'MimeType'),
            'text/html;application/xhtml+xml;x-scheme-handler/platen;',
          );
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
