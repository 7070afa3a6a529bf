// @module-tag core

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const broken = `<p>x</p><script>console.error('a failure')</script>
  <div id=log style="overflow:auto;height:1cm"><div style="height:3cm">lines</div></div>`;
const issue = 'The console of the page shows an error (line 1): a failure';
const cutOff = 'div#log ("lines") is clipped; scrolling would show 20 mm below.';

describe('warnings', () => {
  it('are in the result with --json, each with its kind', async () => {
    const place = folder.with({ 'a.html': broken });
    const { status, lines } = await convertHere(['a.html', '--json'], { cwd: place });
    expect(status).toBe(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      preflight: [
        { kind: 'console', message: issue },
        { kind: 'cut-off', message: cutOff },
      ],
    });
  });

  it('are printed on stderr, and stop nothing', async () => {
    const place = folder.with({ 'a.html': broken });
    const { status, stderr } = await convertHere(['a.html'], { cwd: place });
    expect(status).toBe(0);
    expect(stderr).toContain(`a.html: ${issue}\n`);
    expect(stderr).toContain(`a.html: ${cutOff}\n`);
    expect(existsSync(join(place, 'a.pdf'))).toBe(true);
  });

  it.each(['console', 'fonts,cut-off', 'all'])(
    'fail the conversion with --fail-on %s: nothing is written, and the status is 1',
    async (kinds) => {
      const place = folder.with({ 'a.html': broken, 'b.html': '<p>fine' });
      const args = ['a.html', 'b.html', '--fail-on', kinds, '--json', '--out', 'pdf'];
      const { status, lines } = await convertHere(args, { cwd: place });
      expect(status).toBe(1);
      expect(lines).toHaveLength(2);
      expect(existsSync(join(place, 'pdf/a.pdf'))).toBe(false);
      expect(existsSync(join(place, 'pdf/b.pdf'))).toBe(true);
      const reported = lines.find((line) => line.includes('"error"')) ?? '';
      expect(JSON.parse(reported)).toMatchObject({
        source: join(place, 'a.html'),
        preflight: expect.arrayContaining([{ kind: 'console', message: issue }]) as unknown,
        error: {
          code: 'preflight-failed',
          message: expect.stringMatching(
            /^The page has 1 .*, and this conversion is set to fail on that\./,
          ) as string,
        },
      });
    },
  );

  it('of kinds that --fail-on does not list do not fail it', async () => {
    const place = folder.with({ 'a.html': broken });
    const { status } = await convertHere(['a.html', '--fail-on', 'images,fonts'], { cwd: place });
    expect(status).toBe(0);
  });

  it('have kinds; an unknown one makes the request invalid', async () => {
    const { status, stderr } = await convertHere(['a.html', '--fail-on', 'consol']);
    expect(status).toBe(2);
    expect(stderr).toContain('"consol" is not a kind of warning. Did you mean console?');
  });
});
