import type { FieldIssue } from '../../../shared/errors.js';
import { maxUploads } from '../../../shared/output.js';
import { bucketDestinationIssue } from '../../../shared/request/storage.js';
import { hasPlaceholder } from '../../../shared/request/filename.js';
import { quote } from '../../../shared/request/text.js';
import type { WrittenOptions } from '../read-options.js';
import { englishText } from '../../../shared/messages/translator.js';

/** The values of `--to`, in their order. */
export function destinationsOf({ lists }: Pick<WrittenOptions, 'lists'>): readonly string[] {
  return lists.get('to') ?? [];
}

/** What is wrong with the values of `--to` themselves, in the sentences of the request. */
export function destinationIssues(written: Pick<WrittenOptions, 'lists'>): readonly FieldIssue[] {
  const destinations = destinationsOf(written);
  const wrong = destinations
    .map(bucketDestinationIssue)
    .filter((issue) => issue !== null)
    .map(englishText);
  const again = destinations.filter((each, index) => destinations.indexOf(each) !== index);
  const messages = [
    ...new Set(wrong),
    ...[...new Set(again)].map(
      (each) => `--to ${quote(each)} is given more than once; once is enough.`,
    ),
    ...(destinations.length > maxUploads
      ? [`--to is given ${destinations.length} times; the most is ${maxUploads}.`]
      : []),
  ];
  return messages.map((message) => ({ field: 'to', message }));
}

/**
 * What is wrong with destinations that are given for several PDFs. @param field the one that they
 * were written in
 */
export function oneObjectIssues(
  field: string,
  destinations: readonly string[],
  count: number,
): readonly FieldIssue[] {
  if (count < 2) return [];
  return destinations.flatMap((destination) => {
    const message = oneObjectSentence(destination, count);
    return message === null ? [] : [{ field, message }];
  });
}

/** The sentence about a destination that is given for several PDFs; null if it differs for each. */
function oneObjectSentence(destination: string, count: number): string | null {
  if (hasPlaceholder(destination)) return null;
  return `The bucket destination ${quote(destination)} names one object, but ${count} PDFs are to be made; put {name} or {n} into it.`;
}
