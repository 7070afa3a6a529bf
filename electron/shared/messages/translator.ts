import { IntlMessageFormat } from 'intl-messageformat';
import { en } from './en.js';
import { type Message, type MessageKey, type ParamValue, isMessage } from './message.js';

/** The quotes of a language: the opening one and the closing one. */
export type Quotes = readonly [open: string, close: string];

/** Renders messages in one language and caches parsed texts. */
export class Translator {
  /** A BCP 47 tag, for numbers, plurals and lists. */
  readonly locale: string;
  readonly #texts: Texts;
  readonly #quotes: Quotes | null;
  readonly #formats = new Map<MessageKey, IntlMessageFormat>();

  /** @param quotes replace straight quotes in texts and around parameters; absent: they stay */
  constructor(locale: string, texts: Texts, quotes: Quotes | null = null) {
    this.locale = locale;
    this.#texts = texts;
    this.#quotes = quotes;
  }

  /**
   * Returns the text of a message. A message with parameters that its text doesn't know or lacks,
   * as a file of another version may hold, is rendered as its key and parameters.
   */
  text({ key, params = {} }: Message): string {
    const values = Object.entries(params).map(
      ([name, value]) => [name, this.#value(value)] as const,
    );
    try {
      const rendered: unknown = this.#format(key).format(Object.fromEntries(values));
      return String(rendered);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return `${key} ${JSON.stringify(params)}`;
    }
  }

  #format(key: MessageKey): IntlMessageFormat {
    const known = this.#formats.get(key);
    if (known) return known;
    const text = this.#quoted(this.#textOf(key), /"([^"]*)"/g);
    const format = new IntlMessageFormat(text, this.locale, undefined, { ignoreTag: true });
    this.#formats.set(key, format);
    return format;
  }

  /** Returns the ICU text of a key; the English one if the language has none. */
  #textOf(key: MessageKey): string {
    const [section = '', name = ''] = key.split('.');
    return this.#texts[section]?.[name] ?? (en as Texts)[section]?.[name] ?? key;
  }

  #quoted(text: string, pattern: RegExp): string {
    if (this.#quotes === null) return text;
    const [open, close] = this.#quotes;
    return text.replace(pattern, (_, inner: string) => `${open}${inner}${close}`);
  }

  #value(value: ParamValue): string | number {
    if (typeof value === 'number') return value;
    // `quote` adds straight quotes, as it doesn't know the language.
    if (typeof value === 'string') return this.#quoted(value, /^"(.*)"$/s);
    if (isMessage(value)) return this.text(value);
    const [items, type] =
      'or' in value ? ([value.or, 'disjunction'] as const) : ([value, 'conjunction'] as const);
    const texts = items.map((item) => String(this.#value(item)));
    return new Intl.ListFormat(this.locale, { type }).format(texts);
  }
}

/** ICU texts by section and key. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The language of logs, the command line and the service. */
export const english = new Translator('en', en);

/** Returns the English text of a message: for logs, the command line and the service. */
export function englishText(message: Message): string {
  return english.text(message);
}
