import { z } from 'zod';
import type { FieldIssue } from '../messages/errors.js';
import { type Message, literal, message } from '../messages/message.js';
import { elementSelectorIssue, selectorIssue, styleSheetIssue } from './css.js';
import { defaultHeaderFontSize, headerHtmlIssue, headerTextIssue } from './header-text.js';
import { type NumberUnit, numberFromText, numberInUnit } from './fields.js';
import { acceptLanguageIssue, userAgentIssue } from './identity.js';
import { colorIssue, languageIssue, lineIssue } from './own-texts.js';
import { isAbsolutePath } from './source.js';
import { singleLine, valueMessage } from './text.js';
import { addIssue, fieldIssue, lengthIssue } from './validation.js';

/** The groups of the form that hold these options. */
export type OwnOptionGroup =
  'page' | 'header' | 'contents' | 'loading' | 'appearance' | 'info' | 'security';

interface Described {
  readonly group: OwnOptionGroup;
  /** Label of the field in the window, and its name in messages. */
  readonly label: Message;
  /** One sentence, for the window, `--help` and the API's documentation. */
  readonly help: Message;
  /** The options of which one must be set for this one to have an effect. */
  readonly needs?: readonly string[];
}

interface TextOption extends Described {
  readonly kind: 'text';
  /** Set for text of several lines, which the command line reads from a file. */
  readonly isLong?: true;
  readonly example: Message;
  /** Of a text that is not empty. */
  readonly issue?: (text: string) => Message | null;
}

interface NumberOption extends Described {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly isWhole?: true;
  /** Absent: a plain number. */
  readonly unit?: NumberUnit;
  /** What applies without a number, in a word or two. */
  readonly unset: Message;
  readonly example: string;
}

/** A file on this machine by its full path; requests of others have none. */
interface FileOption extends Described {
  readonly kind: 'file';
}

interface SwitchOption extends Described {
  readonly kind: 'switch';
}

interface ChoiceOption extends Described {
  readonly kind: 'choice';
  /** The value that absence means. */
  readonly defaultChoice: string;
  /** The label of each value, the default first. */
  readonly choices: Readonly<Record<string, Message>>;
  /** Set for values that are numbers in a request. */
  readonly isNumber?: true;
}

export type OwnOption = FileOption | TextOption | NumberOption | SwitchOption | ChoiceOption;

/**
 * Platen's own options, in the order of the form and of `--help`. From this table come the fields
 * of a request (camelCase), of JSON (snake_case), the options of the command line (`--kebab-case`)
 * and the fields of the form. All are optional; an empty text and a switch that is off are the same
 * as absent.
 */
const ownOptions = {
  singlePage: {
    kind: 'switch',
    group: 'page',
    label: message('own.singlePageLabel'),
    help: message('own.singlePageHelp'),
  },
  shrinkToFit: {
    kind: 'switch',
    group: 'page',
    label: message('own.shrinkToFitLabel'),
    help: message('own.shrinkToFitHelp'),
  },
  oddEven: {
    kind: 'choice',
    group: 'page',
    label: message('own.oddEvenLabel'),
    help: message('own.oddEvenHelp'),
    defaultChoice: 'all',
    choices: {
      all: message('own.oddEvenAll'),
      odd: message('own.oddEvenOdd'),
      even: message('own.oddEvenEven'),
    },
  },
  dropBlankPages: {
    kind: 'switch',
    group: 'page',
    label: message('own.dropBlankPagesLabel'),
    help: message('own.dropBlankPagesHelp'),
  },
  pagesPerSheet: {
    kind: 'choice',
    isNumber: true,
    group: 'page',
    label: message('own.pagesPerSheetLabel'),
    help: message('own.pagesPerSheetHelp'),
    defaultChoice: '1',
    choices: {
      1: message('own.pagesPerSheetValue', { count: 1 }),
      2: message('own.pagesPerSheetValue', { count: 2 }),
      4: message('own.pagesPerSheetValue', { count: 4 }),
      6: message('own.pagesPerSheetValue', { count: 6 }),
      8: message('own.pagesPerSheetValue', { count: 8 }),
      9: message('own.pagesPerSheetValue', { count: 9 }),
      16: message('own.pagesPerSheetValue', { count: 16 }),
    },
  },
  sheetOrder: {
    kind: 'choice',
    group: 'page',
    needs: ['pagesPerSheet'],
    label: message('own.sheetOrderLabel'),
    help: message('own.sheetOrderHelp'),
    defaultChoice: 'across',
    choices: {
      across: message('own.sheetOrderAcross'),
      down: message('own.sheetOrderDown'),
      'across-from-right': message('own.sheetOrderAcrossFromRight'),
      'down-from-right': message('own.sheetOrderDownFromRight'),
    },
  },
  sheetBorders: {
    kind: 'switch',
    group: 'page',
    needs: ['pagesPerSheet'],
    label: message('own.sheetBordersLabel'),
    help: message('own.sheetBordersHelp'),
  },
  background: {
    kind: 'file',
    group: 'page',
    label: message('own.backgroundLabel'),
    help: message('own.backgroundHelp'),
  },
  stamp: {
    kind: 'file',
    group: 'page',
    label: message('own.stampLabel'),
    help: message('own.stampHelp'),
  },
  watermarkText: {
    kind: 'text',
    group: 'page',
    label: message('own.watermarkTextLabel'),
    help: message('own.watermarkTextHelp'),
    example: message('own.watermarkTextExample'),
    issue: lineIssue,
  },
  watermarkColor: {
    kind: 'text',
    group: 'page',
    needs: ['watermarkText'],
    label: message('own.watermarkColorLabel'),
    help: message('own.watermarkColorHelp'),
    example: literal('#c00000'),
    issue: colorIssue,
  },
  watermarkOpacity: {
    kind: 'number',
    group: 'page',
    needs: ['watermarkText'],
    min: 1,
    max: 100,
    unit: 'percent',
    label: message('own.watermarkOpacityLabel'),
    help: message('own.watermarkOpacityHelp'),
    unset: literal('25'),
    example: '40',
  },
  watermarkPlace: {
    kind: 'choice',
    group: 'page',
    needs: ['watermarkText'],
    label: message('own.watermarkPlaceLabel'),
    help: message('own.watermarkPlaceHelp'),
    defaultChoice: 'over',
    choices: { over: message('own.watermarkOver'), under: message('own.watermarkUnder') },
  },
  headerLeft: {
    kind: 'text',
    group: 'header',
    label: message('own.headerLeftLabel'),
    help: message('own.headerLeftHelp'),
    example: literal('{title}'),
    issue: headerTextIssue,
  },
  headerCenter: {
    kind: 'text',
    group: 'header',
    label: message('own.headerCenterLabel'),
    help: message('own.headerCenterHelp'),
    example: literal('{file}'),
    issue: headerTextIssue,
  },
  headerRight: {
    kind: 'text',
    group: 'header',
    label: message('own.headerRightLabel'),
    help: message('own.headerRightHelp'),
    example: literal('{date}'),
    issue: headerTextIssue,
  },
  footerLeft: {
    kind: 'text',
    group: 'header',
    label: message('own.footerLeftLabel'),
    help: message('own.footerLeftHelp'),
    example: literal('{url}'),
    issue: headerTextIssue,
  },
  footerCenter: {
    kind: 'text',
    group: 'header',
    label: message('own.footerCenterLabel'),
    help: message('own.footerCenterHelp'),
    example: literal('{page} / {pages}'),
    issue: headerTextIssue,
  },
  footerRight: {
    kind: 'text',
    group: 'header',
    label: message('own.footerRightLabel'),
    help: message('own.footerRightHelp'),
    example: literal('{time}'),
    issue: headerTextIssue,
  },
  headerHtml: {
    kind: 'text',
    isLong: true,
    group: 'header',
    label: message('own.headerHtmlLabel'),
    help: message('own.headerHtmlHelp'),
    example: literal('<b>{title}</b>'),
    issue: headerHtmlIssue,
  },
  footerHtml: {
    kind: 'text',
    isLong: true,
    group: 'header',
    label: message('own.footerHtmlLabel'),
    help: message('own.footerHtmlHelp'),
    example: literal('<i>{page}</i>'),
    issue: headerHtmlIssue,
  },
  headerFontSize: {
    kind: 'number',
    group: 'header',
    min: 4,
    max: 36,
    unit: 'points',
    label: message('own.headerFontSizeLabel'),
    help: message('own.headerFontSizeHelp', { size: defaultHeaderFontSize }),
    unset: literal(String(defaultHeaderFontSize)),
    example: '10',
  },
  headerFirstPage: {
    kind: 'choice',
    group: 'header',
    label: message('own.headerFirstPageLabel'),
    help: message('own.headerFirstPageHelp'),
    defaultChoice: 'same',
    choices: { same: message('own.headerSame'), none: message('own.headerNone') },
  },
  headerEvenPages: {
    kind: 'choice',
    group: 'header',
    label: message('own.headerEvenPagesLabel'),
    help: message('own.headerEvenPagesHelp'),
    defaultChoice: 'same',
    choices: { same: message('own.headerSame'), mirrored: message('own.headerMirrored') },
  },
  startNumber: {
    kind: 'number',
    group: 'header',
    min: 0,
    max: 1_000_000,
    isWhole: true,
    label: message('own.startNumberLabel'),
    help: message('own.startNumberHelp'),
    unset: literal('1'),
    example: '1',
  },
  bookmarks: {
    kind: 'number',
    group: 'contents',
    min: 1,
    max: 6,
    isWhole: true,
    unit: 'headingLevels',
    label: message('own.bookmarksLabel'),
    help: message('own.bookmarksHelp'),
    unset: message('form.nothingSet'),
    example: '3',
  },
  tableOfContents: {
    kind: 'number',
    group: 'contents',
    min: 1,
    max: 6,
    isWhole: true,
    unit: 'headingLevels',
    label: message('own.tableOfContentsLabel'),
    help: message('own.tableOfContentsHelp'),
    unset: message('form.nothingSet'),
    example: '2',
  },
  contentsTitle: {
    kind: 'text',
    group: 'contents',
    needs: ['tableOfContents'],
    label: message('own.contentsTitleLabel'),
    help: message('own.contentsTitleHelp'),
    example: message('own.contentsTitleExample'),
  },
  contentsPosition: {
    kind: 'choice',
    group: 'contents',
    needs: ['tableOfContents'],
    label: message('own.contentsPositionLabel'),
    help: message('own.contentsPositionHelp'),
    defaultChoice: 'first',
    choices: {
      first: message('own.contentsFirst'),
      'after-first-page': message('own.contentsAfterFirstPage'),
    },
  },
  contentsCss: {
    kind: 'text',
    isLong: true,
    group: 'contents',
    needs: ['tableOfContents'],
    label: message('own.contentsCssLabel'),
    help: message('own.contentsCssHelp'),
    example: literal('.contents-page { color: gray }'),
    issue: styleSheetIssue,
  },
  tagged: {
    kind: 'switch',
    group: 'contents',
    label: message('own.taggedLabel'),
    help: message('own.taggedHelp'),
  },
  waitForSelector: {
    kind: 'text',
    group: 'loading',
    label: message('own.waitForSelectorLabel'),
    help: message('own.waitForSelectorHelp'),
    example: literal('#chart > svg'),
    issue: elementSelectorIssue,
  },
  waitForExpression: {
    kind: 'text',
    group: 'loading',
    label: message('own.waitForExpressionLabel'),
    help: message('own.waitForExpressionHelp'),
    example: literal('window.isReady === true'),
  },
  networkIdle: {
    kind: 'switch',
    group: 'loading',
    label: message('own.networkIdleLabel'),
    help: message('own.networkIdleHelp'),
  },
  waitSeconds: {
    kind: 'number',
    group: 'loading',
    needs: ['waitForSelector', 'waitForExpression', 'networkIdle'],
    min: 0.1,
    max: 3600,
    unit: 'seconds',
    label: message('own.waitSecondsLabel'),
    help: message('own.waitSecondsHelp'),
    unset: message('settings.automatic'),
    example: '10',
  },
  delaySeconds: {
    kind: 'number',
    group: 'loading',
    min: 0,
    max: 600,
    unit: 'seconds',
    label: message('own.delaySecondsLabel'),
    help: message('own.delaySecondsHelp'),
    unset: literal('0'),
    example: '2',
  },
  scrollThrough: {
    kind: 'switch',
    group: 'loading',
    label: message('own.scrollThroughLabel'),
    help: message('own.scrollThroughHelp'),
  },
  userAgent: {
    kind: 'text',
    group: 'loading',
    label: message('own.userAgentLabel'),
    help: message('own.userAgentHelp'),
    example: literal('Mozilla/5.0 (compatible; Reports/1.0)'),
    issue: userAgentIssue,
  },
  acceptLanguage: {
    kind: 'text',
    group: 'loading',
    label: message('own.acceptLanguageLabel'),
    help: message('own.acceptLanguageHelp'),
    example: literal('de-CH, de, en'),
    issue: acceptLanguageIssue,
  },
  media: {
    kind: 'choice',
    group: 'appearance',
    label: message('own.mediaLabel'),
    help: message('own.mediaHelp'),
    defaultChoice: 'print',
    choices: { print: message('own.mediaPrint'), screen: message('own.mediaScreen') },
  },
  colorScheme: {
    kind: 'choice',
    group: 'appearance',
    label: message('own.colorSchemeLabel'),
    help: message('own.colorSchemeHelp'),
    defaultChoice: 'light',
    choices: { light: message('own.colorSchemeLight'), dark: message('own.colorSchemeDark') },
  },
  reducedMotion: {
    kind: 'switch',
    group: 'appearance',
    label: message('own.reducedMotionLabel'),
    help: message('own.reducedMotionHelp'),
  },
  viewportWidth: {
    kind: 'number',
    group: 'appearance',
    min: 200,
    max: 10_000,
    isWhole: true,
    unit: 'pixels',
    label: message('own.viewportWidthLabel'),
    help: message('own.viewportWidthHelp'),
    unset: message('settings.automatic'),
    example: '1280',
  },
  reader: {
    kind: 'switch',
    group: 'appearance',
    label: message('own.readerLabel'),
    help: message('own.readerHelp'),
  },
  hide: {
    kind: 'text',
    group: 'appearance',
    label: message('own.hideLabel'),
    help: message('own.hideHelp'),
    example: literal('nav, .cookie-banner'),
    issue: selectorIssue,
  },
  css: {
    kind: 'text',
    isLong: true,
    group: 'appearance',
    label: message('own.cssLabel'),
    help: message('own.cssHelp'),
    example: literal('body { font-size: 11pt }'),
    issue: styleSheetIssue,
  },
  javascript: {
    kind: 'text',
    isLong: true,
    group: 'appearance',
    label: message('own.javascriptLabel'),
    help: message('own.javascriptHelp'),
    example: literal("document.querySelectorAll('details').forEach((each) => (each.open = true))"),
  },
  title: {
    kind: 'text',
    group: 'info',
    label: message('own.titleLabel'),
    help: message('own.titleHelp'),
    example: message('own.titleExample'),
    issue: lineIssue,
  },
  author: {
    kind: 'text',
    group: 'info',
    label: message('own.authorLabel'),
    help: message('own.authorHelp'),
    example: literal('Ada Lovelace'),
    issue: lineIssue,
  },
  subject: {
    kind: 'text',
    group: 'info',
    label: message('own.subjectLabel'),
    help: message('own.subjectHelp'),
    example: message('own.subjectExample'),
    issue: lineIssue,
  },
  keywords: {
    kind: 'text',
    group: 'info',
    label: message('own.keywordsLabel'),
    help: message('own.keywordsHelp'),
    example: message('own.keywordsExample'),
    issue: lineIssue,
  },
  lang: {
    kind: 'text',
    group: 'info',
    label: message('own.langLabel'),
    help: message('own.langHelp'),
    example: literal('en-US'),
    issue: languageIssue,
  },
  allowPrinting: {
    kind: 'choice',
    group: 'security',
    label: message('own.allowPrintingLabel'),
    help: message('own.allowPrintingHelp'),
    defaultChoice: 'high',
    choices: {
      high: message('own.allowPrintingHigh'),
      low: message('own.allowPrintingLow'),
      none: message('own.allowPrintingNone'),
    },
  },
  allowCopying: {
    kind: 'choice',
    group: 'security',
    label: message('own.allowCopyingLabel'),
    help: message('own.allowCopyingHelp'),
    defaultChoice: 'yes',
    choices: { yes: message('own.allowCopyingYes'), no: message('own.allowCopyingNo') },
  },
  allowChanges: {
    kind: 'choice',
    group: 'security',
    label: message('own.allowChangesLabel'),
    help: message('own.allowChangesHelp'),
    defaultChoice: 'any',
    choices: {
      any: message('own.allowChangesAny'),
      annotate: message('own.allowChangesAnnotate'),
      forms: message('own.allowChangesForms'),
      assemble: message('own.allowChangesAssemble'),
      none: message('own.allowChangesNone'),
    },
  },
} as const satisfies Readonly<Record<string, OwnOption>>;

export type OwnOptionName = keyof typeof ownOptions;

// The cast is safe: these are the object's own keys.
export const ownOptionNames = Object.keys(ownOptions) as readonly OwnOptionName[];

/** Without the type of its own values. */
export function ownOption(name: OwnOptionName): OwnOption {
  return ownOptions[name];
}

/** In the order of the form. */
export function ownOptionsOf(group: OwnOptionGroup): readonly OwnOptionName[] {
  return ownOptionNames.filter((name) => ownOptions[name].group === group);
}

type ValueOf<O> = O extends { readonly kind: 'text' | 'file' }
  ? string
  : O extends { readonly kind: 'number' }
    ? number
    : O extends { readonly kind: 'switch' }
      ? boolean
      : O extends { readonly kind: 'choice'; readonly isNumber: true }
        ? number
        : O extends { readonly kind: 'choice'; readonly choices: infer C }
          ? keyof C & string
          : never;

/** The values of these options in a request. */
export type OwnValues = {
  readonly [N in OwnOptionName]?: ValueOf<(typeof ownOptions)[N]> | undefined;
};

type OwnFields = {
  readonly [N in OwnOptionName]: z.ZodOptional<z.ZodType<ValueOf<(typeof ownOptions)[N]>>>;
};

/** The fields of these options in the schema of a request. */
// The cast gives each schema the type of its values, which Object.fromEntries loses.
export const ownFields = Object.fromEntries(
  ownOptionNames.map((name) => [name, fieldOf(ownOption(name)).optional()]),
) as unknown as OwnFields;

function fieldOf(option: OwnOption): z.ZodType {
  return z.unknown().superRefine((value, context) => {
    const issue = ownIssue(option, value);
    if (issue !== null) addIssue(context, issue);
  });
}

function ownIssue(option: OwnOption, value: unknown): Message | null {
  const params = { name: option.label, value: valueMessage(value) };
  switch (option.kind) {
    case 'text':
      if (typeof value !== 'string') return message('own.textType', params);
      if (value === '') return null;
      return textLengthIssue(option, value) ?? option.issue?.(value) ?? null;
    case 'file':
      if (typeof value !== 'string') return message('own.textType', params);
      if (value === '' || isAbsolutePath(value)) return null;
      return message('own.fileRelative', { name: option.label, path: singleLine(value) });
    case 'switch':
      return typeof value === 'boolean' ? null : message('own.switchType', params);
    case 'number': {
      const { min, max, isWhole = false } = option;
      const isRight = typeof value === 'number' && (!isWhole || Number.isInteger(value));
      if (isRight && value >= min && value <= max) return null;
      return message(isWhole ? 'own.wholeNumber' : 'own.number', { ...params, min, max });
    }
    case 'choice': {
      const names = Object.keys(option.choices);
      const type = option.isNumber === true ? 'number' : 'string';
      if (typeof value === type && names.includes(String(value))) return null;
      return message('own.choice', { ...params, choices: { or: names } });
    }
  }
}

/** In characters: of a text of one line, such as a title or a selector. */
const maxLineLength = 10_000;

function textLengthIssue({ isLong }: TextOption, text: string): Message | null {
  return isLong === true ? null : lengthIssue(text, maxLineLength);
}

/** Whether the value is not the same as absence. */
function isSet(name: OwnOptionName, value: unknown): boolean {
  const option = ownOption(name);
  // An object of JSON may have a `toString` that is not a function.
  const isText = typeof value === 'string' || typeof value === 'number';
  if (option.kind === 'choice' && isText && String(value) === option.defaultChoice) return false;
  return value !== undefined && value !== '' && value !== false;
}

/** The options that a request may have: it can name no file, and protect no PDF. */
export const requestOptionNames: readonly OwnOptionName[] = ownOptionNames.filter((name) => {
  const { kind, group } = ownOption(name);
  return kind !== 'file' && group !== 'security';
});

/** One issue for each option that names a file, which only this machine's user may do. */
export function fileOptionIssues(values: object): readonly FieldIssue[] {
  const given = new Map<string, unknown>(Object.entries(values));
  return ownOptionNames.flatMap((name) => {
    const { kind, label } = ownOption(name);
    if (kind !== 'file' || !isSet(name, given.get(name))) return [];
    return [fieldIssue(name, message('own.fileInRequest', { name: label }))];
  });
}

/** In the order of the form. */
export function setOwnOptions(
  values: OwnValues,
): readonly (readonly [OwnOptionName, string | number | boolean])[] {
  return ownOptionNames.flatMap((name) => {
    const value = values[name];
    return value !== undefined && isSet(name, value) ? [[name, value] as const] : [];
  });
}

/** Those that are set without effect, each with those of which it needs one. */
export function unusedOptions(values: OwnValues): readonly {
  readonly name: OwnOptionName;
  readonly needed: readonly OwnOptionName[];
}[] {
  const names = setOwnOptions(values).map(([name]) => name);
  return names.flatMap((name) => {
    const { needs } = ownOption(name);
    if (needs === undefined) return [];
    const needed = ownOptionNames.filter((each) => needs.includes(each));
    return needed.some((each) => names.includes(each)) ? [] : [{ name, needed }];
  });
}

/** What a number counts, after it. */
export const unitNames: Readonly<Record<NumberUnit, Message>> = {
  percent: message('own.percent'),
  points: message('own.points'),
  pixels: message('own.pixels'),
  seconds: message('own.seconds'),
  headingLevels: message('own.headingLevels'),
};

/** Reads the value of an option as users type it; other text is unchanged, for the schema. */
export function ownValueFromText(option: OwnOption, text: string): number | string {
  if (option.kind === 'number') return numberInUnit(text, option.unit);
  return option.kind === 'choice' && option.isNumber === true ? numberFromText(text) : text;
}

/** In words, as the form shows it. */
export function ownValueMessage(name: OwnOptionName, value: string | number | boolean): Message {
  const option = ownOption(name);
  if (option.kind === 'choice') return option.choices[String(value)] ?? literal(String(value));
  if (option.kind === 'switch') return message('own.on');
  if (option.kind === 'number') {
    const number = Number(value);
    return option.unit === undefined
      ? message('own.plainNumber', { number })
      : message('own.numberWithUnit', { number, unit: unitNames[option.unit] });
  }
  return literal(String(value));
}

/** One issue for each option that is set: the API (section 2.1) has none of them. */
export function ownOptionsUnsupportedByApi(values: OwnValues): readonly FieldIssue[] {
  return setOwnOptions(values).map(([name]) =>
    fieldIssue(name, message('own.apiLacks', { name: ownOption(name).label })),
  );
}

type Excludable = OwnOptionName | 'pages';

/** Options that cannot be combined. */
const exclusive: readonly (readonly [OwnOptionName, Excludable])[] = [
  ['singlePage', 'pages'],
  ['singlePage', 'oddEven'],
  ['singlePage', 'tableOfContents'],
  ['singlePage', 'pagesPerSheet'],
  ['pagesPerSheet', 'tagged'],
];

/** One issue for each pair of options that are set and cannot be combined. */
export function contradictionIssues(values: object): readonly FieldIssue[] {
  const given = new Map<string, unknown>(Object.entries(values));
  const isGiven = (name: Excludable) =>
    name === 'pages' ? given.get(name) !== undefined : isSet(name, given.get(name));
  return exclusive.flatMap(([name, other]) => {
    if (!isGiven(name) || !isGiven(other)) return [];
    const params = { option: labelOf(other), other: labelOf(name) };
    return [fieldIssue(other, message('own.contradiction', params))];
  });
}

function labelOf(name: Excludable): Message {
  return name === 'pages' ? message('options.pagesLabel') : ownOption(name).label;
}
