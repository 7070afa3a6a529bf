import { expect, it } from 'vitest';
import { translatorOf } from '../../../electron/shared/messages/translations.js';
import { presetNameSchema } from '../../../electron/shared/presets.js';
import { issueMessage } from '../../../electron/shared/request/validation.js';

it.each([
  ['en', 'Name is empty. Enter one such as Invoices.'],
  ['de', 'Der Name ist leer. Einen Namen wie Rechnungen eingeben.'],
])('an empty name has an example in the language of the window: %s', async (locale, text) => {
  const [issue] = presetNameSchema.safeParse(' ').error?.issues ?? [];
  expect(issue && (await translatorOf(locale)).text(issueMessage(issue))).toBe(text);
});
