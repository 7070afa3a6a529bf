import type { CommandOption } from '../command-line.js';
import { type HelpPage, type HelpSection, optionGroups } from '../help.js';

/** In roff (man(7)). */
export function manPage(pages: readonly HelpPage[]): string {
  const lines = [
    '.TH PLATEN 1',
    '.SH NAME',
    String.raw`platen \- converts HTML to PDF`,
    '.SH SYNOPSIS',
    '.nf',
    ...synopsis(pages).map(roff),
    '.fi',
    ...pages.flatMap(pageLines),
  ];
  return `${lines.join('\n')}\n`;
}

/** A line for each form of the command line. */
export function synopsis(pages: readonly HelpPage[]): readonly string[] {
  return [...pages.flatMap(({ usage }) => usageLines(usage)), 'platen [FILE|URL]...'];
}

/** Without their first word, `Usage:`. */
function usageLines(usage: string): readonly string[] {
  return usage.split('\n').map((line) => line.replace(/^Usage:/, '').trim());
}

function pageLines(page: HelpPage): readonly string[] {
  return [
    `.SH ${roff(page.name.toUpperCase())}`,
    ...introLines(page.intro),
    ...optionGroups(page.options).flatMap(({ title, entries }) => [
      `.SS ${roff(title)}`,
      ...entries.flatMap(([name, option]) => optionLines(name, option)),
    ]),
    ...page.sections.flatMap(sectionLines),
  ];
}

/** Indented lines are preformatted; other lines are a wrapped paragraph. */
function introLines(intro: readonly string[]): readonly string[] {
  const isPreformatted = intro.some((line) => line.startsWith(' '));
  return isPreformatted ? ['.nf', ...intro.map(roff), '.fi'] : [roff(intro.join(' '))];
}

function optionLines(name: string, { short, placeholder, help }: CommandOption): readonly string[] {
  const letter = short === undefined ? '' : `\\fB\\-${short}\\fR, `;
  const value = placeholder === undefined ? '' : ` \\fI${roff(placeholder)}\\fR`;
  return ['.TP', `${letter}\\fB\\-\\-${roff(name)}\\fR${value}`, roff(help)];
}

function sectionLines({
  title,
  paragraphs = [],
  terms = [],
  lines = [],
}: HelpSection): readonly string[] {
  return [
    `.SS ${roff(title)}`,
    ...paragraphs.flatMap((paragraph) => ['.PP', roff(paragraph)]),
    ...terms.flatMap(([term, meaning]) => ['.TP', roff(term), roff(meaning)]),
    ...(lines.length > 0 ? ['.nf', ...lines.map(roff), '.fi'] : []),
  ];
}

/** Escapes text: backslashes, hyphens to copy, and a leading control character. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');
}
