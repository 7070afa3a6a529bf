import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LoginServer,
  loginName,
  loginPassword,
  startLoginServer,
} from '../../support/login-server.js';
import { convertHere } from '../support/run-here.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const files = temporaryFolder();
const folder = files.path;
let site: LoginServer;
beforeAll(async () => {
  site = await startLoginServer();
});
afterAll(async () => {
  await site.close();
  files.remove();
});

async function run(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const out = ['--out', join(folder, 'out.pdf')];
  return convertHere([`${site.origin}/basic`, ...out, '--user', loginName, ...args], { env });
}

describe('a user name and password', () => {
  it('are read from the variable or a file', async () => {
    const password = join(folder, 'password');
    writeFileSync(password, `${loginPassword}\nsecond line`);
    const runs = [
      await run({ PLATEN_PASSWORD: loginPassword }),
      await run({ PLATEN_PASSWORD: '' }, '--password-file', password),
    ];
    expect(runs.map(({ status }) => status)).toEqual([0, 0]);
    const wrong = await run({ PLATEN_PASSWORD: 'wrong' });
    expect(wrong.stderr).toContain('The sign-in with --user was refused or has expired');
  });

  it('are sent by a crawl only once the named site asks for them', async () => {
    const before = site.received.length;
    const args = [`${site.origin}/basic/one`, '--crawl', '1', '--out', join(folder, 'basic')];
    const env = { PLATEN_PASSWORD: loginPassword };
    const { status, lines } = await convertHere([...args, '--user', loginName], { env });
    expect(status).toBe(0);
    expect(lines).toHaveLength(2);
    const sent = site.received
      .slice(before)
      .map(({ path, headers }) => [path, headers.authorization !== undefined]);
    expect(sent.slice(0, 3)).toEqual([
      ['/basic/one', false],
      ['/basic/one', true],
      ['/robots.txt', false],
    ]);
  });
});
