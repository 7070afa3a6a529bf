import { expect, expectTypeOf, it } from 'vitest';
import {
  AppError,
  type FieldIssue,
  appErrorSchema,
} from '../../../../electron/shared/messages/errors.js';
import { message, type Message } from '../../../../electron/shared/messages/message.js';

it('reads what an error writes', () => {
  const reason = message('secrets.keyMissing', { name: 'office' });
  const error = new AppError('remote-refused', reason, [{ field: 'secret', message: reason }]);
  const stored: unknown = JSON.parse(JSON.stringify(error.toData()));
  expect(appErrorSchema.parse(stored)).toEqual(error.toData());
  expect(error.message).toBe(
    'The key of the service "office" is missing. Enter it at the service in Settings.',
  );
});

it('accepts only messages, not text', () => {
  expectTypeOf<ConstructorParameters<typeof AppError>[1]>().toEqualTypeOf<Message>();
  expectTypeOf<FieldIssue['message']>().toEqualTypeOf<Message>();
});
