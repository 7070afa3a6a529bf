import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

// Lint (`import-x/no-cycle`) overlooks imports of types only.
it('no file imports itself through others, types included', () => {
  const files = ['electron', 'renderer', 'tools', 'tests'].flatMap(sourcesIn);
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  expect(imports.size).toBeGreaterThan(1000);
  expect(cyclesIn(imports)).toEqual([]);
});

it('no two folders import each other', () => {
  const imports = ['electron', 'renderer']
    .flatMap(sourcesIn)
    .flatMap((file) =>
      importsOf(file).map((imported) => [dirname(file), dirname(imported)] as const),
    );
  const pairs = new Set(imports.filter(([from, to]) => from !== to).map((pair) => pair.join()));
  expect(pairs.size).toBeGreaterThan(200);
  expect(imports.filter(([from, to]) => pairs.has([to, from].join()))).toEqual([]);
});

function sourcesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file));
}

/** Returns the paths of the own files that a file imports. */
function importsOf(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName).replace(/\.js$/, '.ts'))
    .flatMap((path) => [path, `${path}x`]);
}

/** Returns the shortest way back to each file that has one. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...imports.keys()].flatMap((start) => {
    const cameFrom = new Map<string, string>();
    const queue = [start];
    for (const file of queue) {
      for (const imported of imports.get(file) ?? []) {
        if (imported === start) return wayTo(file, start, cameFrom);
        if (cameFrom.has(imported) || !imports.has(imported)) continue;
        cameFrom.set(imported, file);
        queue.push(imported);
      }
    }
    return [];
  });
}

function wayTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string {
  const way = [start];
  for (let file: string | undefined = end; file !== undefined && file !== start;) {
    way.unshift(file);
    file = cameFrom.get(file);
  }
  return [start, ...way].join(' > ');
}
