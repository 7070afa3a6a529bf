/** A body that costs much more to check than to send, and the error that it gets. */
export interface HostileBody {
  readonly name: string;
  /** @param bytes about as long as this */
  readonly text: (bytes: number) => string;
  readonly status: number;
  readonly code: string;
  readonly message: RegExp;
  /** Whether all of it is the text of a source, which is read to its end. */
  readonly isSource?: true;
}

const repeated = (start: string, part: string, end: string) => (bytes: number) =>
  `${start}${part.repeat(Math.floor((bytes - start.length - end.length) / part.length))}${end}`;

const tooManyValues = {
  status: 400,
  code: 'invalid-request',
  message: /more than 1,000 values/,
} as const;
const tooDeep = {
  status: 400,
  code: 'invalid-request',
  message: /more than 8 levels deep/,
} as const;
const tooLarge = {
  status: 413,
  code: 'body-too-large',
  message: /262,144 bytes beside its source/,
} as const;

const half = String.raw`\ud800`;

/** Bodies of any size. */
export const hostileBodies: readonly HostileBody[] = [
  { name: 'margins', text: repeated('{"source":"x","margin":[', '{},', '{}]}'), ...tooManyValues },
  { name: 'nested lists', text: repeated('{"source":"x","css":', '[', ''), ...tooDeep },
  { name: 'nested objects', text: repeated('{"source":"x","css":', '{"a":', ''), ...tooDeep },
  { name: 'unknown fields', text: repeated('{', '"a":1,', '"source":"x"}'), ...tooManyValues },
  { name: 'digits', text: repeated('{"source":"x","format":"', '1', '"}'), ...tooLarge },
  {
    name: 'halves in a format',
    text: repeated('{"format":"', half, '","source":"x"}'),
    ...tooLarge,
  },
  { name: 'spaces', text: repeated('{"source":"x"', ' ', '}'), ...tooLarge },
  { name: 'a long name', text: repeated('{"source":"x","', 'a', '":1}'), ...tooLarge },
  {
    name: 'a source of halves, and a wrong format',
    text: repeated('{"format":"b9","source":"', half, '"}'),
    status: 400,
    code: 'invalid-request',
    message: /Unknown format "b9"/,
    isSource: true,
  },
  {
    name: 'an empty source',
    text: repeated('{"source":"', ' ', '"}'),
    status: 400,
    code: 'invalid-request',
    message: /Source is empty/,
    isSource: true,
  },
  {
    name: 'a source with a line feed',
    text: repeated('{"source":"', '<p>', '\n"}'),
    status: 400,
    code: 'invalid-json',
    message: /the string of its source has a line break/,
    isSource: true,
  },
];
