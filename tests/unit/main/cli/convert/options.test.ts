import { describe, expect, it } from 'vitest';
import { helpText } from '../../../../../electron/main/cli/help.js';
import { convertPage, convertOptions } from '../../../../../electron/main/cli/convert/options.js';
import { optionHelp } from '../../../../../electron/shared/request/option-help.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';

describe('convertPage', () => {
  const text = helpText(convertPage());
  const flowing = text.replace(/\s+/g, ' ');

  it('lists every option once', () => {
    for (const name of Object.keys(convertOptions)) {
      expect(text.match(new RegExp(`^  (-\\w, )?--${name}( |$)`, 'gm'))).toHaveLength(1);
    }
  });

  it('has the same help as the window', () => {
    const { source, landscape, base, ...shared } = optionHelp;
    for (const { help } of [landscape, base, ...Object.values(shared)]) {
      expect(flowing).toContain(englishText(help));
    }
    expect(englishText(source.help)).not.toBe('');
  });

  it('lists the exit statuses', () => {
    expect(text).toMatch(/^ {2}0 .*\n {2}1 .*\n {2}2 /m);
  });

  it('fits into 80 columns', () => {
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});
