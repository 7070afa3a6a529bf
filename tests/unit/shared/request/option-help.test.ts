import { expect, it } from 'vitest';
import { checkField } from '../../../../electron/shared/request/request.js';
import { destinationSchema } from '../../../../electron/shared/request/storage.js';
import { failOnFromText, parseFailOn } from '../../../../electron/shared/request/fields.js';
import { optionHelp } from '../../../../electron/shared/request/option-help.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';

it('explains every option in one line with an example', () => {
  for (const { label, help, examples } of Object.values(optionHelp)) {
    expect(englishText(label)).not.toBe('');
    expect(englishText(help)).toMatch(/^[A-Z][^\n]{10,90}\.$/);
    expect(examples).not.toEqual([]);
  }
});

it('has valid examples', () => {
  for (const field of ['format', 'pages', 'filename'] as const) {
    for (const example of optionHelp[field].examples) {
      expect(checkField(field, example)).toBeNull();
    }
  }
  for (const example of optionHelp.failOn.examples) {
    expect(parseFailOn(failOnFromText(example))).toMatchObject({ ok: true });
  }
  for (const example of optionHelp.uploads.examples) {
    expect(destinationSchema.safeParse(example).success).toBe(true);
  }
  expect(checkField('webhook', optionHelp.webhook.examples[0])).toBeNull();
  expect(checkField('margin.top', optionHelp.margin.examples[0])).toBeNull();
  expect(checkField('zoom', Number(optionHelp.zoom.examples[0]))).toBeNull();
  expect(checkField('timeoutSeconds', Number(optionHelp.timeoutSeconds.examples[0]))).toBeNull();
});
