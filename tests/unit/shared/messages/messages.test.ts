import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type MessageFormatElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  parse as parseIcu,
} from '@formatjs/icu-messageformat-parser';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { de } from '../../../../electron/shared/messages/de.js';
import { en } from '../../../../electron/shared/messages/en.js';
import {
  type Catalog,
  type Message,
  type ParamValue,
  type ParamsOfText,
  literal,
  message,
  messageSchema,
} from '../../../../electron/shared/messages/message.js';
import { zh } from '../../../../electron/shared/messages/zh.js';
import { english } from '../../../../electron/shared/messages/translator.js';

const root = resolve(import.meta.dirname, '../../../..');

const text = (value: Message) => english.text(value);

describe('a message', () => {
  it('renders its parameters, nested messages and lists', () => {
    const reason = message('general.internal', { reason: literal('disk') });
    expect(text(message('general.internal', { reason }))).toBe(
      'Platen failed: Platen failed: disk',
    );
    expect(text(message('general.internal', { reason: ['a', literal('b'), 'c'] }))).toBe(
      'Platen failed: a, b, and c',
    );
    expect(text(message('general.internal', { reason: { or: ['a', 'b'] } }))).toBe(
      'Platen failed: a or b',
    );
  });

  it('shows text from outside as it is, with braces, tags and apostrophes', () => {
    expect(text(literal("{name} <b>it's</b> '{x}'"))).toBe("{name} <b>it's</b> '{x}'");
  });

  it('is read from a file', () => {
    const nested = message('general.internal', { reason: { or: [literal('a'), 'b'] } });
    expect(messageSchema.parse(JSON.parse(JSON.stringify(nested)))).toEqual(nested);
    expect(messageSchema.safeParse('The page crashed.').success).toBe(false);
  });

  it('of another version is shown by its key', () => {
    const read = messageSchema.parse({ key: 'engine.gone', params: { path: 'a' } });
    expect(text(read)).toBe('Unknown message (engine.gone).');
    expect(text(messageSchema.parse({ key: 'general.internal' }))).toBe('general.internal {}');
  });

  it.each(['constructor.name', 'general.toString', 'general', ''])('has no key %j', (key) => {
    expect(messageSchema.parse({ key })).toMatchObject({ key: 'general.unknown' });
  });

  it('has the parameters that its text names', () => {
    expectTypeOf<ParamsOfText<'a {path} b {size, number}'>>().toEqualTypeOf<
      Record<'path', ParamValue> & Record<'size', number>
    >();
    expectTypeOf<
      ParamsOfText<"{count, plural, one {# file in {folder}} other {# files in {folder}}} '{name}'">
    >().toExtend<{ count: number; folder: ParamValue }>();
    expectTypeOf<'name'>().not.toExtend<
      keyof ParamsOfText<"{a, select, x {y} other {}} '{name}'">
    >();
    expectTypeOf<'y'>().not.toExtend<keyof ParamsOfText<'{a, select, x {y} other {}}'>>();
    // @ts-expect-error a parameter is missing
    message('general.internal');
  });
});

const keys = Object.entries(en).flatMap(([section, texts]) =>
  Object.keys(texts).map((name) => `${section}.${name}`),
);

const translations = { de, zh };
const languages: Readonly<Record<string, Partial<Catalog>>> = { en, ...translations };

/** The command line and the service's documentation. */
const englishOnly =
  /^(cli|convert|convertHelp|outboxCommand|bucketCommand|completion|serve|serveHelp|keys|apiDocs|serverOptions)\./;

/** Returns the names and kinds of the parameters in a text. */
function parametersOf(elements: readonly MessageFormatElement[]): ReadonlySet<string> {
  const names = elements.flatMap((element) => {
    if (isPluralElement(element) || isSelectElement(element)) {
      const inner = Object.values(element.options).flatMap(({ value }) => [...parametersOf(value)]);
      return [element.value, ...inner];
    }
    return isLiteralElement(element) || isPoundElement(element) || isTagElement(element)
      ? []
      : [element.value];
  });
  return new Set(names);
}

describe('the catalog', () => {
  it.each(Object.keys(languages))(
    '%s has valid ICU texts with the parameters of English',
    (tag) => {
      for (const [section, texts] of Object.entries(languages[tag] ?? {})) {
        const english = (en as Readonly<Record<string, Readonly<Record<string, string>>>>)[section];
        for (const [name, text] of Object.entries(texts)) {
          const parse = (icu: string) => parametersOf(parseIcu(icu, { ignoreTag: true }));
          expect(parse(text), `${section}.${name}`).toEqual(parse(english?.[name] ?? ''));
        }
      }
    },
  );

  it.each(Object.keys(translations))('%s has every message of the window', (tag) => {
    const texts = languages[tag] as Readonly<Record<string, Readonly<Record<string, string>>>>;
    const has = (key: string) => {
      const [section = '', name = ''] = key.split('.');
      return texts[section]?.[name] !== undefined;
    };
    const ofWindow = keys.filter((key) => !englishOnly.test(key));
    expect(ofWindow.filter((key) => !has(key))).toEqual([]);
    expect(keys.filter((key) => englishOnly.test(key) && has(key))).toEqual([]);
  });

  it('has no message that nothing uses', () => {
    const sources = ['electron', 'renderer']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(root, folder, name),
        ),
      )
      .filter((path) => /\.tsx?$/.test(path) && !/messages\/(en|de|zh)\.ts$/.test(path));
    const used = new Set(
      sources.flatMap((path) => readFileSync(path, 'utf8').match(/(?<=')\w+\.\w+(?=')/g) ?? []),
    );
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
  });
});
