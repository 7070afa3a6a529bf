// Checks the packed application without Electron's binary: `npm run dist:check`. Packs with
// electron-builder and a fake Electron, inspects the files, and creates a PDF with them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extractAll } from '@electron/asar';
import { checkAccounts } from './check-accounts.mjs';
import { checkArchive } from './check-archive.mjs';
import { checkConversion } from './check-conversion.mjs';
import { checkFuses } from './check-fuses.mjs';
import { checkInstallers } from './check-installers.mjs';
import { packWithFakeElectron } from './pack.mjs';
import { answerHelp } from '../answer-help.mjs';

answerHelp(`npm run dist:check

Packs Platen with electron-builder and a fake Electron, inspects the files, and creates a PDF with
them. Needs neither Electron's binary nor a network.
`);

const root = resolve(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'platen-dist-check-'));

try {
  const { archive, fuses, config, linux } = await packWithFakeElectron(root, work);
  const extracted = join(work, 'extracted');
  extractAll(archive, extracted);
  const checks = [
    ...checkFuses(fuses),
    ...checkInstallers(root, config, linux),
    ...checkArchive(root, archive, extracted),
    ...checkConversion(root, extracted, work),
    ...checkAccounts(root, extracted, work),
  ];
  const failed = await run(checks);
  process.stdout.write(`${checks.length - failed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/**
 * Runs the checks and returns how many failed.
 * @param {readonly import('./pack.mjs').Check[]} checks
 */
async function run(checks) {
  let failed = 0;
  for (const { name, check } of checks) {
    try {
      await check();
      process.stdout.write(`  ok      ${name}\n`);
    } catch (thrown) {
      failed += 1;
      process.stdout.write(`  FAILED  ${name}\n          ${messageOf(thrown)}\n`);
    }
  }
  return failed;
}

/** @param {unknown} thrown */
function messageOf(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
