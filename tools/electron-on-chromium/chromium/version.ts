import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectCache } from './project-cache.js';

/**
 * What each program answered to `--version`, under its path, size and time of change; null if it
 * did not run.
 */
type Answers = Record<string, string | null>;

const answerLimitMs = 15_000;

/**
 * The first line that a program prints for `--version`, or null if it cannot run. Starting a
 * Chromium for this takes longer than printing a page, so the answer is kept until the file
 * changes.
 */
export function versionOf(path: string): string | null {
  const { size, mtimeMs } = statSync(path);
  const key = `${realpathSync(path)} ${size} ${mtimeMs}`;
  const answers = readAnswers();
  const known = answers[key];
  if (known !== undefined) return known;
  const answer = ask(path);
  keepAnswers({ ...answers, [key]: answer });
  return answer;
}

function ask(path: string): string | null {
  const { status, stdout } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: answerLimitMs,
  });
  return status === 0 ? (stdout.trim().split('\n', 1)[0] ?? null) : null;
}

function answersFile(): string {
  return join(projectCache(), 'chromium-versions.json');
}

function readAnswers(): Answers {
  try {
    return JSON.parse(readFileSync(answersFile(), 'utf8')) as Answers;
  } catch {
    // No answers yet, or a file cut short by a crash: they are asked for again.
    return {};
  }
}

function keepAnswers(answers: Answers): void {
  try {
    mkdirSync(dirname(answersFile()), { recursive: true });
    writeFileSync(answersFile(), JSON.stringify(answers));
  } catch {
    // In a folder that cannot be written to, the question is asked on every start.
  }
}
