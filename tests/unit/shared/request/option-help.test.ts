import { expect, it } from 'vitest';
import { checkField } from '../../../../electron/shared/request/request.js';
import { destinationSchema } from '../../../../electron/shared/request/storage.js';
import { failOnFromText, parseFailOn } from '../../../../electron/shared/request/fields.js';
import { optionHelp, optionNames } from '../../../../electron/shared/request/option-help.js';

it('explains every option in one line with an example', () => {
  for (const name of optionNames) {
    const { label, help, example } = optionHelp[name];
    expect(label).not.toBe('');
    expect(help).toMatch(/^[A-Z][^\n]{10,90}\.$/);
    expect(example).not.toBe('');
  }
});

it('gives examples that the request takes', () => {
  for (const field of ['format', 'pages', 'filename'] as const) {
    for (const example of optionHelp[field].example.split(' or ')) {
      expect(checkField(field, example)).toBeNull();
    }
  }
  for (const example of optionHelp.failOn.example.split(' or ')) {
    expect(parseFailOn(failOnFromText(example))).toMatchObject({ ok: true });
  }
  for (const example of optionHelp.uploads.example.split(' or ')) {
    expect(destinationSchema.safeParse(example).success).toBe(true);
  }
  expect(checkField('webhook', optionHelp.webhook.example)).toBeNull();
  expect(checkField('margin.top', optionHelp.margin.example)).toBeNull();
  expect(checkField('zoom', Number(optionHelp.zoom.example))).toBeNull();
  expect(checkField('timeoutSeconds', Number(optionHelp.timeoutSeconds.example))).toBeNull();
});
