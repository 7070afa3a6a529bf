import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CommandIo, ExitStatus } from '../../../../../electron/main/cli/command-io.js';
import {
  generators,
  runCompletion,
  runHelp,
} from '../../../../../electron/main/cli/completion/completion.js';

function run(...args: readonly string[]) {
  return written((io) => runCompletion(args, io));
}

function written(command: (io: CommandIo) => ExitStatus) {
  const output = { stdout: '', stderr: '' };
  const status = command({
    stdin: Readable.from([]),
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
    cwd: () => '/',
  });
  return { status, ...output };
}

it.each([
  ['bash', /^# bash completion/],
  ['zsh', /^#compdef platen/],
  ['fish', /^# fish completion/],
  ['man', /^\.TH PLATEN 1/],
] as const)('prints the file for %s', (kind, start) => {
  const { status, stdout } = run(kind);
  expect(status).toBe(0);
  expect(stdout).toMatch(start);
  for (const option of ['margin-top', 'metrics-listen', 'key-credits'])
    expect(stdout.replaceAll('\\', '')).toContain(option);
});

it('prints the forms of all commands for --help', () => {
  const { status, stdout } = written(runHelp);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage:\n {2}platen convert SOURCE\.\.\. \[options\]\n/);
  for (const name of ['serve', 'serve keys', 'outbox', 'bucket', '[FILE|URL]...'])
    expect(stdout).toContain(`\n  platen ${name}`);
  expect(stdout).toContain('COMMAND --help');
});

it.each([[[]], [['tcsh']], [['bash', 'zsh']]])('refuses %j', (args) => {
  const { status, stdout, stderr } = run(...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Enter bash, zsh, fish, or man.');
});

describe.skipIf(spawnSync('bash', ['--version']).status !== 0)('bash', () => {
  /** Returns what bash offers for a command line whose last word is incomplete. */
  function offered(...words: readonly string[]): readonly string[] {
    const script = [
      generators.bash(),
      `COMP_WORDS=(platen ${words.map((word) => `'${word}'`).join(' ')})`,
      `COMP_CWORD=${words.length}`,
      '_platen',
      'printf "%s\\n" "${COMPREPLY[@]}"',
    ];
    const { stdout } = spawnSync('bash', ['-c', script.join('\n')], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line !== '');
  }

  it.each([
    [['co'], ['convert', 'completion']],
    [
      ['convert', '--margin-'],
      ['bottom', 'left', 'right', 'top'].map((side) => `--margin-${side}`),
    ],
    [
      ['convert', '--existing', ''],
      ['number', 'skip', 'overwrite'],
    ],
    [['convert', 'a.html', '--only', 'mh'], ['mhtml']],
    [
      ['serve', '--tls'],
      ['--tls-cert', '--tls-key'],
    ],
    [['serve', ''], ['keys']],
    [
      ['serve', 'keys', 'l'],
      ['limit', 'list'],
    ],
    [
      ['serve', 'keys', 'limit', 'K', '--key-c'],
      ['--key-concurrency', '--key-credits'],
    ],
    [['completion', 'f'], ['fish']],
    [['outbox', 're'], ['resend']],
    [['bucket', 'l'], ['list']],
    [['bucket', '--t'], ['--target']],
    [['convert', 'docs/'], []],
  ])('completes %j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });
});

it.each(['zsh', 'fish'] as const)('%s accepts its script, if it is installed', (program) => {
  const input = generators[program]();
  const check = spawnSync(program, ['-n', '/dev/stdin'], { input, encoding: 'utf8' });
  if (check.error === undefined) expect(check).toMatchObject({ status: 0, stderr: '' });
});
