import { describe, expect, it } from 'vitest';
import { targetCredentialsSchema } from '../../../electron/shared/targets.js';

describe('the access key of a destination', () => {
  it.each(['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'two words'])(
    'is not quoted if it is invalid, because it may be a secret key (%s)',
    (accessKeyId) => {
      const read = targetCredentialsSchema.safeParse({ kind: 'key', accessKeyId });
      expect(read.error?.issues.map(({ message }) => message)).toEqual([
        'Access key is invalid. It has 3 to 128 letters, digits and the characters _ . + = @ -, such as AKIAIOSFODNN7EXAMPLE.',
      ]);
      expect(JSON.stringify(read.error)).not.toContain(accessKeyId);
    },
  );
});
