import { z } from 'zod';
import type { Parsed } from './parsed.js';
import { wrongTypeSentence } from './wording.js';

/**
 * A schema for a text that has a parser of its own: a mistake gets the parser's sentence, and the text comes out in the
 * spelling that the parser gives.
 * @param subject what the field is called in a sentence
 * @param rule what it must be if it is no text, such as `text such as "1-3"`
 */
export function textField(subject: string, rule: string, parse: (text: string) => Parsed<string>) {
  return z
    .string({ error: ({ input }) => wrongTypeSentence(subject, input, rule) })
    .transform((text, context) => {
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.message, input: text });
      return z.NEVER;
    });
}

/** A {@link textField} whose text is only checked and stays as it is. */
export function checkedText(subject: string, rule: string, issue: (text: string) => string | null) {
  return textField(subject, rule, (text) => {
    const message = issue(text);
    return message === null ? { ok: true, value: text } : { ok: false, message };
  });
}
