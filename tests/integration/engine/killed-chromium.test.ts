import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runningChromiums } from '../../../tools/electron-on-chromium/chromium/launch.js';
import { AppError } from '../../../electron/shared/messages/errors.js';
import { closeEngine, convert } from '../support/convert.js';
import { runConvert, startConvert } from '../support/run-convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { startWebServer } from '../support/web-server.js';
import { repetitions } from '../../support/repetitions.js';
import { testLimits } from '../../support/runner-options.js';

let folder: TemporaryFolder;
const formerPlace = process.env['TMPDIR'];
beforeAll(() => {
  folder = temporaryFolder();
  // Chromium's profiles are in the folder for temporary files.
  process.env['TMPDIR'] = folder.path;
});
afterAll(async () => {
  await closeEngine();
  // The next Chromium of this process gets a profile elsewhere.
  for (const pid of runningChromiums()) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(profiles()).toEqual([]), testLimits.poll);
  if (formerPlace === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = formerPlace;
  folder.remove();
});

/** Chromium is killed at random moments, which can be repeated with the seed. */
const kills = repetitions({ few: 3, many: 24 });
const momentsMs = Array.from({ length: kills }, (_, turn) => (turn * 37) % 260);

const profiles = () => readdirSync(folder.path).filter((name) => name.startsWith('platen-cr'));

const page = (number: number) =>
  convert({
    source: { kind: 'html', html: `<p>page ${number}<script>document.title = 1</script>` },
  });

it(`${kills} kills of Chromium during conversions fail those conversions and nothing else`, async () => {
  await page(0);
  const outcomes = new Set<string>();
  for (const momentMs of momentsMs) {
    const started = [1, 2, 3].map(page);
    await after(momentMs);
    for (const pid of runningChromiums()) process.kill(pid, 'SIGKILL');
    for (const result of await Promise.allSettled(started)) outcomes.add(outcomeOf(result));
    expect((await page(4)).pages).toBe(1);
  }
  expect([...outcomes].filter((outcome) => !expectedOutcomes.has(outcome))).toEqual([]);
  expect(outcomes).toContain('chromium-ended');
  await expect.poll(profiles).toHaveLength(runningChromiums().length);
}, 600_000);

/** Chromium may also be killed before it has a page, or after the last page was printed. */
const expectedOutcomes = new Set(['made', 'chromium-ended']);

function outcomeOf(result: PromiseSettledResult<unknown>): string {
  if (result.status === 'fulfilled') return 'made';
  return result.reason instanceof AppError ? result.reason.code : String(result.reason);
}

it('the profile of a killed process is removed by a later one', async () => {
  let confirmOpen = false;
  const server = await startWebServer({ '/never': () => void (confirmOpen = true) });
  const cwd = folder.with({ 'a.html': '<p>a' });
  const tmp = folder.with({});
  const env = { TMPDIR: tmp };
  const left = () => readdirSync(tmp).filter((name) => name.startsWith('platen-cr'));
  const killed = startConvert([`${server.origin}/never`], { cwd, env, detached: true });
  await expect.poll(() => confirmOpen).toBe(true);
  process.kill(-(killed.pid ?? 0), 'SIGKILL');
  await once(killed, 'close');
  expect(left()).toHaveLength(1);
  // Folders that only look similar, and the folder of a running process.
  const otherFolders = [
    'platen-cr-x',
    left()[0]?.replace(/-\w+-(?=\w+$)/, `-${process.pid.toString(36)}-`) ?? '',
  ];
  for (const name of otherFolders) mkdirSync(join(tmp, name));
  // The Chromium of the killed process ends too, and may write into its folder until then.
  const leftByNext = async () => {
    expect((await runConvert(['a.html'], { cwd, env })).status).toBe(0);
    return left().toSorted();
  };
  await expect.poll(leftByNext).toEqual(otherFolders.toSorted());
  await server.close();
});
