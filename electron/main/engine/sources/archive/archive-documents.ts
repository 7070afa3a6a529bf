import { AppError } from '../../../../shared/messages/errors.js';
import { message } from '../../../../shared/messages/message.js';
import { type ConversionRequest, mergingIssues } from '../../../../shared/request/request.js';
import { type SingleSource, partsOf } from '../../../../shared/request/source.js';
import { quotePath } from '../../../../shared/request/text.js';
import { fieldIssue, invalidRequest } from '../../../../shared/request/validation.js';
import type { NestedBookmark } from '../../pdf/merge-pdf.js';
import { inspectFile } from '../source-files.js';
import { isArchive, isIso2022Kr, sourceKindOf } from '../source-kinds.js';
import type { EpubBook } from './epub-book.js';
import { type ReadingOptions, readWordInThread } from './word-thread.js';

/** What a source consists of. */
interface OpenedSource {
  /** In their order. */
  readonly documents: readonly SingleSource[];
  /** The information of a book or a Word document, for its PDF. */
  readonly information?: Pick<ConversionRequest, 'title' | 'author' | 'lang'>;
  /** The table of contents of a book. */
  readonly contents?: readonly NestedBookmark[];
}

/** A book among the documents of a request. */
export interface OpenedBook {
  /** The index of its last document. */
  readonly last: number;
  /** The number of its documents. */
  readonly count: number;
  readonly contents: readonly NestedBookmark[];
}

/** A request with the documents that become its PDF. */
export interface OpenedRequest {
  readonly documents: readonly SingleSource[];
  /** Those with a table of contents. */
  readonly books: readonly OpenedBook[];
  /** With the information of a book, unless the user's own. */
  readonly request: ConversionRequest;
}

/**
 * Finds the documents of a request: those in an archive, in their order, for the archive itself.
 * @throws AppError `source-unreadable` for an archive without any, or one that cannot be read;
 * `invalid-request` for options that a book of several documents cannot have; `canceled`
 */
export async function openRequest(
  request: ConversionRequest,
  options: ReadingOptions = {},
): Promise<OpenedRequest> {
  const parts = partsOf(request.source);
  const opened = await Promise.all(parts.map(async (part) => openSource(part, options)));
  const documents = opened.flatMap((each) => each.documents);
  const [first] = opened;
  const books = booksIn(opened);
  if (request.source.kind === 'merged') return { documents, books, request };
  const issues = documents.length > 1 ? mergingIssues(request) : [];
  if (issues.length > 0) throw invalidRequest(issues);
  const { title, author, lang } = request;
  const own = {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(lang !== undefined && { lang }),
  };
  return { documents, books, request: { ...request, ...first?.information, ...own } };
}

function booksIn(opened: readonly OpenedSource[]): readonly OpenedBook[] {
  let end = 0;
  return opened.flatMap(({ documents, contents = [] }) => {
    const count = documents.length;
    end += count;
    return contents.length === 0 ? [] : [{ last: end - 1, count, contents }];
  });
}

/**
 * Returns the one document of a source that is sent to a service.
 * @throws AppError like {@link openRequest}; `invalid-request` for a book
 */
export async function singleDocument(
  source: SingleSource,
  options: ReadingOptions = {},
): Promise<SingleSource> {
  const [document = source, ...others] = (await openSource(source, options)).documents;
  if (others.length === 0) return document;
  throw invalidRequest([fieldIssue('source', message('merge.apiMerged'))]);
}

/** The readers are loaded for the first archive. */
async function openSource(source: SingleSource, options: ReadingOptions): Promise<OpenedSource> {
  if (source.kind !== 'file' || isOpened(source) || !isArchive(source.path)) {
    return { documents: [source] };
  }
  const { path } = source;
  await inspectFile(path);
  const kind = sourceKindOf(path);
  if (kind === 'DOCX') return openWordDocument(source, options);
  const { ZipArchive, brokenArchive, startPageOf } = await import('./zip-archive.js');
  const archive = await ZipArchive.open(path);
  if (kind !== 'EPUB') {
    const entry = startPageOf(archive, path);
    const page = await archive.read(entry).catch((thrown: unknown) => {
      throw brokenArchive(path, thrown);
    });
    if (page !== null && isIso2022Kr(page)) {
      const file = message('sources.file', { path: quotePath(path) });
      throw new AppError('source-unreadable', message('sources.iso2022Kr', { source: file }));
    }
    return { documents: [{ ...source, entry }] };
  }
  const { readEpub } = await import('./epub-book.js');
  const { missing, chapters, contents, ...information } = await readEpub(archive, path);
  const losses = missing.map((entry) => message('sources.epubChapterMissing', { entry }));
  return {
    documents: chapters.map((chapter, index) => ({
      ...source,
      entry: chapter.entry,
      ...(chapter.title !== undefined && { entryTitle: chapter.title }),
      ...(index === 0 && losses.length > 0 && { losses }),
    })),
    contents: contentsOf({ chapters, contents }),
    information: informationOf(information),
  };
}

type FileSource = Extract<SingleSource, { kind: 'file' }>;

function isOpened({ entry, page }: FileSource): boolean {
  return entry !== undefined || page !== undefined;
}

async function openWordDocument(
  source: FileSource,
  options: ReadingOptions,
): Promise<OpenedSource> {
  const { html, losses, ...information } = await readWordInThread(source.path, options);
  return {
    documents: [{ ...source, page: { html }, losses: [...losses] }],
    information: informationOf(information),
  };
}

function informationOf({
  title,
  author,
  language,
}: Pick<EpubBook, 'title' | 'author' | 'language'>): NonNullable<OpenedSource['information']> {
  return {
    ...(title !== '' && { title }),
    ...(author !== '' && { author }),
    ...(language !== '' && { lang: language }),
  };
}

/**
 * A single entry above all others is the title of the book: they are raised to stand beside it, as
 * the chapters are what readers look for and split at.
 */
function contentsOf({
  chapters,
  contents,
}: Pick<EpubBook, 'chapters' | 'contents'>): readonly NestedBookmark[] {
  const indexes = new Map(chapters.map(({ entry }, index) => [entry, index]));
  const [first, ...others] = contents;
  const isTitle = first !== undefined && others.every(({ level }) => level > first.level);
  const raised = isTitle ? Math.min(...others.map(({ level }) => level)) - first.level : 0;
  return contents.map(({ title, level, entry, anchor }, index) => ({
    title,
    level: index === 0 ? level : level - raised,
    document: indexes.get(entry) ?? 0,
    anchor,
  }));
}
