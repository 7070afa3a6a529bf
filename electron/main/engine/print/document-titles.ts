/** A heading, or a bookmark, of a document. */
interface HeadingEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
}

/**
 * Returns entries as they are below the line of their document. The heading that repeats its title
 * is left out, if all others are below it.
 */
export function entriesBelow<T extends HeadingEntry>(
  title: string,
  entries: readonly T[],
): readonly T[] {
  const [first, ...others] = entries;
  const isTitle =
    first !== undefined &&
    others.every(({ level }) => level > first.level) &&
    isTitleOf(title, first.title);
  const shown = isTitle ? others : entries;
  const top = shown.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY);
  return shown.map((entry) => ({ ...entry, level: entry.level - top + 2 }));
}

/** Books number their headings: "1.2 Usage", "Chapter 1. Usage", "Appendix A: Usage". */
const numbering = /^(?:\p{L}+ )?(?:[\d.]*\d[.:)]?|(?:[ivxlc]+|\p{L})[.:)]) (?:[-–—] )?/u;

/** Sites add their name to the titles of pages: "Usage – Manual", "Usage (Manual)". */
const siteName = /^(?: ?[-–—|·:•«»/]+ .*| \(.*\))?$/u;

/** The last part of a title, behind a mark between spaces or in parentheses. */
const lastPart = /\s(?:[-–—|·:•«»/]+\s(?:(?!\s[-–—|·:•«»/]+\s).)+|\((?:[^()]|\([^()]*\))*\))$/u;

/** With fewer documents, the same ending may be chance. */
const minPagesOfSite = 3;

/** Returns what removes the name of a site if most titles end with it: a book names it once. */
export function withoutSiteName(titles: readonly string[]): (title: string) => string {
  const endings = titles.flatMap((title) => lastPart.exec(title)?.[0] ?? []);
  const isShared = (ending: string) => {
    const count = endings.filter((each) => each === ending).length;
    return count >= minPagesOfSite && count > titles.length / 2;
  };
  const name = endings.find(isShared);
  return (title) =>
    name !== undefined && title.endsWith(name) ? title.slice(0, -name.length) : title;
}

/** Returns true if a heading is the title of its document, beside what is added to either. */
export function isTitleOf(title: string, heading: string): boolean {
  const [whole, shown] = [comparable(title), comparable(heading)];
  if (whole === '' || shown === '') return false;
  if (shown === `${whole} manual page`) return true;
  return whole.startsWith(shown) && siteName.test(whole.slice(shown.length));
}

function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase().replace(numbering, '');
}
