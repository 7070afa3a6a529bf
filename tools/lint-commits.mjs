// Checks the subject of the last commit with commitlint: part of `npm run lint`. A source archive
// has no history to check.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { answerHelp } from './answer-help.mjs';

answerHelp(`node tools/lint-commits.mjs

Checks the subject of the last commit with commitlint, as a part of \`npm run lint\`.
`);

const root = resolve(import.meta.dirname, '..');
const history = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
if (history.status === 0) {
  const commitlint = resolve(root, 'node_modules/@commitlint/cli/cli.js');
  const args = [commitlint, '--last'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  const reason = history.error?.message ?? history.stderr.trim();
  process.stderr.write(`lint: the commit subject is not checked: ${reason}\n`);
}
