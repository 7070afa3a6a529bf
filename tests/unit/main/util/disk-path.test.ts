import { expect, it } from 'vitest';
import { readFailure } from '../../../../electron/main/util/disk-path.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';

it('a file that may not be read is reported with what to do', () => {
  const rejected = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  expect(englishText(readFailure('a.html', rejected))).toBe(
    '"a.html" cannot be read: permission is denied; allow reading, or choose another.',
  );
});
