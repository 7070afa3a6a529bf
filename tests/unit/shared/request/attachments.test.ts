import { expect, it } from 'vitest';
import { attachmentsSchema } from '../../../../electron/shared/request/attachments.js';

it('reads a path alone', () => {
  const described = { path: '/b.csv', description: 'Figures', relationship: 'data' };
  expect(attachmentsSchema.parse(['/a.csv', described])).toEqual([{ path: '/a.csv' }, described]);
});

it.each([[1], [{ name: 'a' }], [{ path: '/a', size: 1 }], [{ path: '/a', relationship: 'x' }]])(
  'refuses %j',
  (attachment) => {
    expect(attachmentsSchema.safeParse([attachment]).success).toBe(false);
  },
);
