import { relative, resolve, sep } from 'node:path';
import { type RunnerTask, beforeEach } from 'vitest';
import { differences } from './differences.js';

const root = resolve(import.meta.dirname, '../..');
const major = Number.parseInt(process.versions.electron, 10);

beforeEach(({ task, skip }) => {
  const file = relative(root, task.file.filepath).split(sep).join('/');
  const listed = differences.filter((each) => each.major === major && each.file === file);
  const names = testNames(task.file);
  const unknown = listed.find(({ name }) => !names.includes(name));
  if (unknown) throw new Error(`differences.ts: ${file} has no test "${unknown.name}".`);
  const difference = listed.find(({ name }) => name === task.fullTestName);
  if (difference) skip(difference.reason);
});

function testNames(task: RunnerTask): readonly string[] {
  return task.type === 'suite' ? task.tasks.flatMap(testNames) : [task.fullTestName];
}
