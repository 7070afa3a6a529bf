import { z } from 'zod';
import type { MessageParameters } from './catalog.js';
import commandLine from './command-line.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

/** ICU texts by section and key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** All English texts, by section and key; those of the command line exist in English only. */
export const englishTexts = { ...en, ...commandLine };

type KeysOf<C> = { [S in keyof C & string]: `${S}.${keyof C[S] & string}` }[keyof C & string];

/** `section.key` of a message in the catalog. */
export type MessageKey = KeysOf<typeof englishTexts>;

/**
 * A parameter of a message: text, a number, another message, or a list that the language joins by
 * "and" (by "or" with `or`).
 */
export type ParamValue =
  | string
  | number
  | Message
  | readonly (string | Message)[]
  | { readonly or: readonly (string | Message)[] };

/** A text for users before it is rendered in a language. Crosses processes and is stored. */
export interface Message {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, ParamValue>>;
}

/** The arguments after a message's key: its parameters, or nothing if its text has none. */
export type MessageParams<K extends MessageKey> = [K] extends [keyof MessageParameters<ParamValue>]
  ? [params: Readonly<MessageParameters<ParamValue>[K]>]
  : [];

/** Creates a message; the compiler checks that it has the parameters of its text. */
export function message<K extends MessageKey>(key: K, ...[params]: MessageParams<K>): Message {
  return params === undefined ? { key } : { key, params };
}

/** Shows text from outside unchanged. */
export function literal(text: string): Message {
  return { key: 'general.literal', params: { text } };
}

/** Joins whole sentences. */
export function sentences(first: Message, ...rest: readonly Message[]): Message {
  return rest.reduce(
    (before, next) => message('general.sentences', { first: before, next }),
    first,
  );
}

export function isMessage(value: ParamValue): value is Message {
  return typeof value === 'object' && 'key' in value;
}

function isMessageKey(key: string): key is MessageKey {
  const [section = '', name = ''] = key.split('.');
  const texts: Texts = englishTexts;
  const messages = Object.hasOwn(texts, section) ? texts[section] : undefined;
  return messages !== undefined && Object.hasOwn(messages, name);
}

const paramSchema: z.ZodType<ParamValue> = z.lazy(() => {
  const item = z.union([z.string(), messageSchema]);
  return z.union([
    z.string(),
    z.number(),
    messageSchema,
    z.array(item),
    z.strictObject({ or: z.array(item) }),
  ]);
});

/**
 * A message as data. An unknown key, from another version, becomes a message with its name; the
 * rest stays readable.
 */
export const messageSchema: z.ZodType<Message> = z
  .object({ key: z.string(), params: z.record(z.string(), paramSchema).optional() })
  .transform(({ key, params }): Message => {
    if (!isMessageKey(key)) return { key: 'general.unknown', params: { key } };
    return params === undefined ? { key } : { key, params };
  });
