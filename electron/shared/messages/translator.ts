import { IntlMessageFormat } from 'intl-messageformat';
import { en } from './en.js';
import {
  type Message,
  type MessageKey,
  type ParamValue,
  type Translation,
  isMessage,
} from './message.js';

/** Renders messages in one language and caches parsed texts. */
export class Translator {
  /** A BCP 47 tag, for numbers, plurals and lists. */
  readonly locale: string;
  readonly #texts: Texts;
  readonly #formats = new Map<MessageKey, IntlMessageFormat>();

  constructor(locale: string, texts: Texts) {
    this.locale = locale;
    this.#texts = texts;
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
    const format = new IntlMessageFormat(this.#textOf(key), this.locale, undefined, {
      ignoreTag: true,
    });
    this.#formats.set(key, format);
    return format;
  }

  /** Returns the ICU text of a key; the English one if the language has none. */
  #textOf(key: MessageKey): string {
    const [section = '', name = ''] = key.split('.');
    return this.#texts[section]?.[name] ?? (en as Texts)[section]?.[name] ?? key;
  }

  #value(value: ParamValue): string | number {
    if (typeof value === 'string' || typeof value === 'number') return value;
    if (isMessage(value)) return this.text(value);
    const [items, type] =
      'or' in value ? ([value.or, 'disjunction'] as const) : ([value, 'conjunction'] as const);
    const texts = items.map((item) => (typeof item === 'string' ? item : this.text(item)));
    return new Intl.ListFormat(this.locale, { type }).format(texts);
  }
}

/** ICU texts by section and key. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns a translator; texts that a language doesn't have are English. */
export function translatorFrom(locale: string, texts: Partial<Translation>): Translator {
  return new Translator(locale, texts);
}

/** The language of logs, the command line and the service. */
export const english = new Translator('en', en);

/** Returns the English text of a message: for logs, the command line and the service. */
export function englishText(message: Message): string {
  return english.text(message);
}
