import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Message,
  literal,
  message,
  messageSchema,
} from '../../../../electron/shared/messages/message.js';
import { english } from '../../../../electron/shared/messages/translator.js';
import {
  parametersOf,
  readCommandLine,
  readLanguages,
} from '../../../../tools/messages/catalog.mjs';

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
    // @ts-expect-error a parameter is missing
    message('general.internal');
    // @ts-expect-error a number is missing
    message('request.manyIssues', { count: '2' });
    // @ts-expect-error there is none
    message('about.title', { name: 'a' });
  });
});

const languages = readLanguages();
const windowTexts = languages.get('en') ?? {};
const commandLine = readCommandLine();

type Texts = typeof commandLine;

const keysOf = (texts: Texts) =>
  Object.entries(texts).flatMap(([section, messages]) =>
    Object.keys(messages).map((name) => `${section}.${name}`),
  );

const keys = [...keysOf(windowTexts), ...keysOf(commandLine)];

describe('the catalog', () => {
  it.each([...languages, ['the command line', commandLine] as const])(
    '%s has valid ICU texts with the parameters of English',
    (_, texts) => {
      for (const [section, messages] of Object.entries(texts)) {
        const original = windowTexts[section] ?? commandLine[section] ?? {};
        for (const [name, text] of Object.entries(messages)) {
          expect(text, `${section}.${name}`).not.toBe('');
          const names = (icu: string) => new Set(parametersOf(icu).keys());
          expect(names(text), `${section}.${name}`).toEqual(names(original[name] ?? ''));
        }
      }
    },
  );

  it.each([...languages])('%s has the messages of English', (_, texts) => {
    const lists = { english: keysOf(windowTexts), translated: keysOf(texts) };
    const missing = lists.english.filter((key) => !lists.translated.includes(key));
    const unknown = lists.translated.filter((key) => !lists.english.includes(key));
    expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
  });

  it.each([...languages])('%s has a name and two quotes', (_, { language }) => {
    expect(language).toEqual({
      name: expect.stringMatching(/./) as unknown,
      quotes: expect.stringMatching(/^[^…]+…[^…]+$/) as unknown,
    });
  });

  it('has no section twice', () => {
    expect(Object.keys(commandLine).filter((section) => section in windowTexts)).toEqual([]);
  });

  it('has no message that nothing uses', () => {
    const sources = ['electron', 'renderer']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(root, folder, name),
        ),
      )
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('catalog.ts'));
    const used = new Set(
      sources.flatMap((path) => readFileSync(path, 'utf8').match(/(?<=')\w+\.\w+(?=')/g) ?? []),
    );
    // `npm run messages` writes the names of languages into the code.
    used.add('language.name');
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
  });
});
