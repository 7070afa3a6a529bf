import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectCache } from './project-cache.js';

/** Outputs of `--version` by path, size and modification time; null if the program did not run. */
type Answers = Record<string, string | null>;

const answerLimitMs = 30_000;

/**
 * Returns the first line of a program's `--version`; null if it does not run. Cached until the file
 * changes, because starting Chromium takes longer than printing a page. Not so a timeout, which a
 * busy machine may be the reason for.
 */
export function versionOf(path: string): string | null {
  const { size, mtimeMs } = statSync(path);
  const key = `${realpathSync(path)} ${size} ${mtimeMs}`;
  const answers = readAnswers();
  const known = answers[key];
  if (known !== undefined) return known;
  const { status, stdout, error } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: answerLimitMs,
  });
  const answer = status === 0 ? (stdout.trim().split('\n', 1)[0] ?? null) : null;
  const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
  if (!isLate) keepAnswers({ ...answers, [key]: answer });
  return answer;
}

function answersFile(): string {
  return join(projectCache(), 'chromium-versions.json');
}

function readAnswers(): Answers {
  try {
    return JSON.parse(readFileSync(answersFile(), 'utf8')) as Answers;
  } catch {
    // Missing, or truncated by a crash: run the programs again.
    return {};
  }
}

function keepAnswers(answers: Answers): void {
  try {
    mkdirSync(dirname(answersFile()), { recursive: true });
    writeFileSync(answersFile(), JSON.stringify(answers));
  } catch {
    // If the folder is not writable, each start runs the program.
  }
}
