import type { FieldIssue } from '../../../shared/errors.js';
import { existingPolicies, isExistingPolicy } from '../../../shared/output.js';
import { listInWords, nearestName, quote } from '../../../shared/request/text.js';
import type { Parsed } from '../../../shared/request/validation.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import { isPdfFile, oneFileSentence, oneNameSentence } from './output-target.js';
import { destinationIssues, destinationsOf, oneObjectIssues } from './destination-options.js';
import type { WrittenOptions } from '../read-options.js';
import { englishText } from '../../../shared/messages/translator.js';

/**
 * What is wrong with the sources of a command line before any of them is looked at.
 * @param fromFile the source in the file of `--request`; it counts if no word names one
 */
export function sourceIssues(
  written: WrittenOptions,
  fromFile: Parsed<ConversionSource> | undefined,
): readonly FieldIssue[] {
  // The word after an unknown option may be its value, so that nothing can be said about the
  // sources.
  if (written.issues.length > 0) return [];
  const { words, values } = written;
  const read = [...words, ...(values.has('urls') ? [values.get('urls')] : [])];
  const messages = [
    read.length === 0 ? fileSourceIssue(fromFile) : null,
    read.filter((word) => word === '-').length > 1
      ? 'The source - is named more than once; standard input can be read only once.'
      : null,
  ];
  const issues = messages.flatMap((message) =>
    message === null ? [] : [{ field: 'source', message }],
  );
  return [...issues, ...baseIssues(written, fromFile)];
}

/** What is wrong with where the results are to go. */
export function outputIssues(written: WrittenOptions): readonly FieldIssue[] {
  const { words, values, issues: optionIssues } = written;
  const issues: FieldIssue[] = [];
  const [out, filename] = [values.get('out'), values.get('filename')];
  if (out === '')
    issues.push({ field: 'out', message: '--out is empty; name a file or a folder.' });
  if (out === '-') {
    const message =
      '--out - is not known: standard output is for the paths of the results; name a file or a folder.';
    issues.push({ field: 'out', message });
  }
  issues.push(...existingIssues(values.get('existing')), ...destinationIssues(written));
  if (words.length < 2 || optionIssues.length > 0) return issues;
  if (out !== undefined && isPdfFile(out)) {
    issues.push({ field: 'out', message: oneFileSentence(out, words.length) });
  }
  const isSaved = out !== undefined || destinationsOf(written).length === 0;
  const message =
    filename === undefined || !isSaved ? null : oneNameSentence(filename, words.length);
  if (message !== null) issues.push({ field: 'filename', message });
  issues.push(...oneObjectIssues('to', destinationsOf(written), words.length));
  return issues;
}

function existingIssues(value: string | undefined): readonly FieldIssue[] {
  if (value === undefined || isExistingPolicy(value)) return [];
  const nearest = nearestName(value, existingPolicies);
  const advice = nearest === null ? '' : ` The nearest is ${nearest}.`;
  const policies = listInWords(existingPolicies, 'or');
  const message = `--existing is ${quote(value)}; it must be ${policies}.${advice}`;
  return [{ field: 'existing', message }];
}

function fileSourceIssue(source: Parsed<ConversionSource> | undefined): string | null {
  if (source !== undefined) return source.ok ? null : englishText(source.message);
  return 'No source is given; name an HTML file, a folder, an address, or - for HTML on standard input.';
}

function baseIssues(
  { words, values }: WrittenOptions,
  fromFile: Parsed<ConversionSource> | undefined,
): readonly FieldIssue[] {
  const isHtmlFromFile = words.length === 0 && fromFile?.ok && fromFile.value.kind === 'html';
  if (!values.has('base') || words.includes('-') || isHtmlFromFile) return [];
  const message =
    '--base is only for HTML from standard input (-); the links in a file or a page start where it lies.';
  return [{ field: 'base', message }];
}
