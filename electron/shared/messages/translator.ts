import { IntlMessageFormat } from 'intl-messageformat';
import {
  type Message,
  type MessageKey,
  type ParamValue,
  type Texts,
  englishTexts,
  isMessage,
} from './message.js';

/** Renders messages in one language and caches parsed texts. */
export class Translator {
  /** A BCP 47 tag, for numbers, plurals and lists. */
  readonly locale: string;
  readonly #texts: Texts;
  readonly #quotes: readonly string[];
  readonly #formats = new Map<MessageKey, IntlMessageFormat>();

  /**
   * @param texts those of the language; the others are English
   * @param quotes whether straight quotes, in texts and around parameters, become the language's
   */
  constructor(locale: string, texts: Texts, quotes: 'straight' | 'typographic') {
    this.locale = locale;
    this.#texts = texts;
    this.#quotes = quotes === 'straight' ? [] : this.#textOf('language.quotes').split('…');
  }

  /**
   * A message with parameters that its text doesn't know or lacks, as a file of another version may
   * hold, is rendered as its key and parameters.
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

  /** The ICU text; the English one if the language has none. */
  #textOf(key: MessageKey): string {
    const english: Texts = englishTexts;
    const [section = '', name = ''] = key.split('.');
    return this.#texts[section]?.[name] ?? english[section]?.[name] ?? key;
  }

  #quoted(text: string, pattern: RegExp): string {
    const [open, close] = this.#quotes;
    if (open === undefined || close === undefined) return text;
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

/** The language of logs, the command line and the service. */
export const english = new Translator('en', {}, 'straight');

/** For logs, the command line and the service. */
export function englishText(message: Message): string {
  return english.text(message);
}
