import { describe, expect, it } from 'vitest';
import { Findings } from '../../../../electron/main/engine/preflight/findings.js';

describe('Findings', () => {
  it('keeps what happened in its order, each sentence once', () => {
    const findings = new Findings();
    findings.add('resources', 'a.png did not load.');
    findings.add('refused', 'b.js was not loaded.');
    findings.add('resources', 'a.png did not load.');
    expect(findings.preflight).toEqual([
      { kind: 'resources', message: 'a.png did not load.' },
      { kind: 'refused', message: 'b.js was not loaded.' },
    ]);
  });

  it('stops keeping a kind after a hundred and says how many more there were', () => {
    const findings = new Findings();
    for (let number = 0; number < 130; number += 1) findings.add('console', `error ${number}`);
    findings.add('fonts', 'A font is missing.');
    expect(findings.preflight).toHaveLength(102);
    expect(findings.preflight.at(-1)).toEqual({
      kind: 'console',
      message: 'and 30 more like these',
    });
  });
});
