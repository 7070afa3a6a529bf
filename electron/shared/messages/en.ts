/**
 * Every text that users see, in English: window, command line and service. ICU MessageFormat, as
 * FormatJS reads it: `{path}` is a parameter, `{count, plural, one {# file} other {# files}}` a
 * plural, `{size, number}` a number with separators, and `'{name}'` prints the braces.
 *
 * One section per part of the application; a key says what the message is about. Another language
 * is one file with the same keys: `export const de: Catalog = { … }`.
 */
export const en = {
  general: {
    /** A text that comes from outside, such as the answer of a service, and is shown as it is. */
    literal: '{text}',
    /** A message of another version of Platen, read from a file. */
    unknown: 'Unknown message ({key}).',
    internal: 'Platen failed: {reason}',
  },
} as const;
