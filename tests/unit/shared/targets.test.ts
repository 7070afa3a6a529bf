import { describe, expect, it } from 'vitest';
import { targetCredentialsSchema } from '../../../electron/shared/targets.js';

describe('the access key of a target', () => {
  it.each(['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'two words'])(
    'is not quoted where it cannot be one: a secret key may have been pasted there (%s)',
    (accessKeyId) => {
      const read = targetCredentialsSchema.safeParse({ kind: 'key', accessKeyId });
      expect(read.error?.issues.map(({ message }) => message)).toEqual([
        'The access key cannot be one; it is a word of letters and digits, such as AKIAIOSFODNN7EXAMPLE.',
      ]);
      expect(JSON.stringify(read.error)).not.toContain(accessKeyId);
    },
  );
});
