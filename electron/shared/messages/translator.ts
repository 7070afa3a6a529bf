import { IntlMessageFormat } from 'intl-messageformat';
import { en } from './en.js';
import {
  type Catalog,
  type Message,
  type MessageKey,
  type ParamValue,
  isMessage,
} from './message.js';

/** Renders messages in one language and caches parsed texts. */
class Translator {
  /** A BCP 47 tag, for numbers, plurals and lists. */
  readonly locale: string;
  readonly #catalog: Catalog;
  readonly #formats = new Map<MessageKey, IntlMessageFormat>();

  constructor(locale: string, catalog: Catalog) {
    this.locale = locale;
    this.#catalog = catalog;
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
    const format = new IntlMessageFormat(textOf(this.#catalog, key), this.locale, undefined, {
      ignoreTag: true,
    });
    this.#formats.set(key, format);
    return format;
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

function textOf(catalog: Catalog, key: MessageKey): string {
  const [section, name] = key.split('.') as [keyof Catalog, string];
  return (catalog[section] as Readonly<Record<string, string>>)[name] ?? key;
}

/** The language of logs, the command line and the service; also that of the window for now. */
export const english = new Translator('en', en);

/** Returns the English text of a message: for logs, the command line and the service. */
export function englishText(message: Message): string {
  return english.text(message);
}
