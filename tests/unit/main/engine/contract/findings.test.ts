import { describe, expect, it } from 'vitest';
import { publicFindings } from '../../../../../electron/shared/request/preflight.js';
import { literal } from '../../../../../electron/shared/messages/message.js';
import { Findings } from '../../../../../electron/main/engine/contract/findings.js';

describe('Findings', () => {
  it('collects findings in order, each message once', () => {
    const findings = new Findings();
    findings.add('resources', literal('a.png did not load.'));
    findings.add('refused', literal('b.js was not loaded.'));
    findings.add('resources', literal('a.png did not load.'));
    expect(publicFindings(findings.preflight)).toEqual([
      { kind: 'resources', message: 'a.png did not load.' },
      { kind: 'refused', message: 'b.js was not loaded.' },
    ]);
  });

  it('keeps a hundred of each kind and counts the others', () => {
    const findings = new Findings();
    for (let number = 0; number < 130; number += 1)
      findings.add('console', literal(`error ${number}`));
    findings.add('fonts', literal('A font is missing.'));
    expect(findings.preflight).toHaveLength(102);
    expect(publicFindings(findings.preflight).at(-1)).toEqual({
      kind: 'console',
      message: 'and 30 more like these',
    });
  });
});
