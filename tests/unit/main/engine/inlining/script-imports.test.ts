import { describe, expect, it } from 'vitest';
import { importedPaths } from '../../../../../electron/main/engine/inlining/inline-element.js';

describe('the paths imported by a script', () => {
  it.each([
    ['import "./a.js"', ['./a.js']],
    [`import{a}from"./a.js";export*from'../b.js'`, ['./a.js', '../b.js']],
    ['import(\n "./a.js" )', ['./a.js']],
    ['import(/* webpackChunkName: "x" */ "./a.js")', ['./a.js']],
    ['import(`/lib/a.js`)', ['/lib/a.js']],
    ['import(`./${name}.js`); import(name)', []],
    ['import x from "lib"; import "https://example.org/a.js"', []],
    ['const important = "./a.js", transform = "./b.js"', []],
  ])('%s', (script, expected) => expect(importedPaths(script)).toEqual(expected));

  it('are found quickly in a script of one long identifier or one long comment', () => {
    // A quadratic search takes longer than a test may.
    expect(importedPaths('import'.repeat(200_000))).toEqual([]);
    expect(importedPaths('import /*'.repeat(100_000))).toEqual([]);
    expect(importedPaths(`import${' '.repeat(1_000_000)}`)).toEqual([]);
    expect(importedPaths('import "./'.repeat(100_000)).length).toBeLessThan(100_001);
  });
});
