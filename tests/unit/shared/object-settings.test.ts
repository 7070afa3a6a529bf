import { describe, expect, it } from 'vitest';
import { clearedSettings, overriddenSettings } from '../../../electron/shared/object-settings.js';
import { issueMessage } from '../../../electron/shared/request/validation.js';
import { bucketTargetSchema } from '../../../electron/shared/targets.js';
import { englishText } from '../../../electron/shared/messages/translator.js';

const target = {
  id: '1',
  kind: 's3',
  name: 'papers',
  provider: 'aws',
  bucket: 'papers',
  credentials: { kind: 'machine' },
};

describe('the upload options of a stored destination', () => {
  it('are checked as those of the command line are', () => {
    const object = {
      cacheControl: 'max-age',
      kmsKey: 'a',
      metadata: { 'Platen-Delivery': '1' },
      tags: { '': 'x' },
    };
    const { error } = bucketTargetSchema.safeParse({ ...target, object });
    const issues = error?.issues.map((issue) => [
      issue.path.join('.'),
      englishText(issueMessage(issue)),
    ]);
    expect(issues).toEqual([
      ['object.cacheControl', expect.stringContaining('requires a number of seconds')],
      ['object.kmsKey', 'KMS key applies to Encryption aws:kms. Add that, or remove it.'],
      ['object.metadata', expect.stringContaining('Platen uses platen-delivery itself')],
      ['object.tags', expect.stringContaining('1 to 128 characters for the name')],
    ]);
  });
});

describe('overriding options', () => {
  it('replace those of a destination one by one', () => {
    const base = { cacheControl: 'no-store', storageClass: 'GLACIER', tags: { a: '1', b: '2' } };
    expect(overriddenSettings(base, { storageClass: 'STANDARD', tags: { c: '3' } })).toEqual({
      cacheControl: 'no-store',
      storageClass: 'STANDARD',
      tags: { c: '3' },
    });
  });

  it('removes some, and the key with the encryption', () => {
    const base = { encryption: 'aws:kms', kmsKey: 'alias/papers', tags: { a: '1' } } as const;
    expect(clearedSettings(base, ['encryption'])).toEqual({ tags: { a: '1' } });
    expect(clearedSettings(base, ['kmsKey', 'tags'])).toEqual({ encryption: 'aws:kms' });
  });

  it('leave out the key of another encryption', () => {
    const base = { encryption: 'aws:kms', kmsKey: 'alias/papers' } as const;
    expect(overriddenSettings(base, { encryption: 'AES256' })).toEqual({ encryption: 'AES256' });
    expect(overriddenSettings(base, { cacheControl: 'no-store' })).toMatchObject(base);
  });
});
