import { expect, test } from 'vitest';
import { changeDraft, useDraft } from '../../../../../renderer/document/draft/draft-store.js';
import { deletePassword } from '../../../../../renderer/document/draft/passwords.js';

test('passwords that are not stored any more are removed one by one', async () => {
  const id = '3d8a5d0e-6c3f-4b57-9d0e-0c2a2f7f4a11';
  changeDraft({ protection: { id, open: true, owner: true } });
  await deletePassword('open');
  expect(useDraft.getState().draft.protection).toEqual({ id, open: false, owner: true });
  await deletePassword('owner');
  expect(useDraft.getState().draft.protection).toBeNull();
});
