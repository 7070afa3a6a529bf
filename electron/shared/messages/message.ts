import { z } from 'zod';
import { en } from './en.js';

/** The texts of a language, by section and key. */
export type Catalog = {
  readonly [S in keyof typeof en]: { readonly [K in keyof (typeof en)[S]]: string };
};

/** The sections of the command line and the service's documentation, which stay English. */
type EnglishOnly =
  | 'cli'
  | 'convert'
  | 'outboxCommand'
  | 'bucketCommand'
  | 'completion'
  | 'serve'
  | 'keys'
  | 'serverOptions';

/** The texts of another language. */
export type Translation = Omit<Catalog, EnglishOnly>;

type KeysOf<C> = { [S in keyof C & string]: `${S}.${keyof C[S] & string}` }[keyof C & string];

/** `section.key` of a message in the catalog. */
export type MessageKey = KeysOf<typeof en>;

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

type TextOf<K extends MessageKey> = K extends `${infer S}.${infer N}`
  ? S extends keyof typeof en
    ? N extends keyof (typeof en)[S]
      ? (typeof en)[S][N]
      : never
    : never
  : never;

/** Splits an ICU text at its first brace. */
type FirstBrace<S extends string> = S extends `${infer Head}{${infer Tail}`
  ? Head extends `${infer Before}}${string}`
    ? S extends `${Before}}${infer After}`
      ? ['}', After]
      : never
    : ['{', Tail]
  : S extends `${string}}${infer After}`
    ? ['}', After]
    : never;

type TrimEnd<S extends string> = S extends `${infer T} ` ? TrimEnd<T> : S;

/** The parameter that an argument such as `{count, plural, …}` asks for, as `name: type`. */
type Argument<S extends string> = S extends `${infer Head}}${string}`
  ? Head extends `${infer Name},${infer Format}`
    ? Record<
        TrimEnd<Name>,
        Format extends ` plural${string}` | ` number${string}` | ` selectordinal${string}`
          ? number
          : Format extends ` select${string}`
            ? string
            : ParamValue
      >
    : Record<TrimEnd<Head>, ParamValue>
  : never;

/**
 * Braces alternate between arguments and the texts inside plurals; `Depth` counts the open ones.
 */
type ArgumentsOf<S extends string, Depth extends 'text' | 'argument'[], Found> =
  FirstBrace<S> extends [infer Brace, infer Tail extends string]
    ? Brace extends '{'
      ? Depth extends readonly ['argument', ...infer Rest extends 'argument'[]]
        ? ArgumentsOf<Tail, ['argument', 'argument', ...Rest], Found & InnerArgument<Depth, Tail>>
        : ArgumentsOf<Tail, ['argument'], Found & Argument<Tail>>
      : Depth extends readonly ['argument', ...infer Rest extends 'argument'[]]
        ? ArgumentsOf<Tail, Rest, Found>
        : Found
    : Found;

/** At odd depth a brace opens a text of a plural, at even depth an argument inside it. */
type InnerArgument<Depth extends readonly unknown[], Tail extends string> =
  IsOdd<Depth> extends true ? unknown : Argument<Tail>;

type IsOdd<Depth extends readonly unknown[]> = Depth extends readonly [
  unknown,
  unknown,
  ...infer Rest,
]
  ? IsOdd<Rest>
  : Depth extends readonly [unknown]
    ? true
    : false;

/** Removes `'{name}'`, which prints braces. */
type WithoutQuoted<S extends string> = S extends `${infer Before}'{${string}}'${infer After}`
  ? `${Before}${WithoutQuoted<After>}`
  : S;

/** The parameters of an ICU text, by name: a number where the text formats one. */
export type ParamsOfText<S extends string> = ArgumentsOf<WithoutQuoted<S>, [], unknown>;

type ParamsOf<K extends MessageKey> = ParamsOfText<TextOf<K>>;

/** The arguments after a message's key: its parameters, or nothing if its text has none. */
export type MessageParams<K extends MessageKey> =
  unknown extends ParamsOf<K> ? [] : [params: Readonly<ParamsOf<K>>];

/** Creates a message; the compiler checks that it has the parameters of its text. */
export function message<K extends MessageKey>(key: K, ...[params]: MessageParams<K>): Message {
  // ParamsOf consists of such values only, which the compiler cannot infer for an open K.
  return params === undefined ? { key } : { key, params: params as Record<string, ParamValue> };
}

/** Returns a message that shows text from outside unchanged. */
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

/** Returns true if a value is a {@link Message} rather than another parameter. */
export function isMessage(value: ParamValue): value is Message {
  return typeof value === 'object' && 'key' in value;
}

/** Returns true if the catalog has a message of this key, as `section.key`. */
function isMessageKey(key: string): key is MessageKey {
  const [section = '', name = ''] = key.split('.');
  return Object.hasOwn(en, section) && Object.hasOwn(en[section as keyof typeof en], name);
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
