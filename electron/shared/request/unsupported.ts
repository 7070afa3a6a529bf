import type { FieldIssue } from '../errors.js';
import { defaultTimeoutSeconds } from './fields.js';
import { hasPlaceholder } from './filename.js';
import { parsePageRanges } from './pages.js';
import type { ConversionRequest } from './request.js';
import { type ConversionSource, sourceFromWire } from './source.js';
import { destinationPlaceholderIssues } from './storage.js';
import { quote, quotePath } from './text.js';

/** What a request asks that the interface (section 2.1) has no field or no form for, one mistake each. */
export function unsupportedByApi(request: ConversionRequest): readonly FieldIssue[] {
  return [
    ...beyondInSource(request.source),
    ...beyondInPages(request.pages),
    ...beyondInFilename(request.filename),
    ...beyondInStorage(request.storage),
    ...(request.landscape === undefined
      ? []
      : [
          {
            field: 'landscape',
            message:
              'The interface knows no landscape option; write the format with its long side first, such as 297mmx210mm.',
          },
        ]),
    ...(request.timeoutSeconds === defaultTimeoutSeconds
      ? []
      : [
          {
            field: 'timeoutSeconds',
            message: noTimeLimitSentence('timeoutSeconds', String(request.timeoutSeconds)),
          },
        ]),
    ...(request.failOn === undefined || request.failOn.length === 0
      ? []
      : [
          {
            field: 'failOn',
            message: noFailOnSentence('failOn', request.failOn.join(',')),
          },
        ]),
  ];
}

/** What is wrong with a time limit. @param name what it is called where it was written @param value as it was written */
export function noTimeLimitSentence(name: string, value: string): string {
  return `The interface knows no time limit; leave out ${name}, which is ${value}.`;
}

/** What is wrong with findings that fail a conversion. @param name what they are called where they were written @param value as it was written */
export function noFailOnSentence(name: string, value: string): string {
  return `The interface knows no findings that fail a conversion; leave out ${name}, which is ${value}.`;
}

function beyondInSource(source: ConversionSource): readonly FieldIssue[] {
  if (source.kind === 'url') return [];
  if (source.kind === 'file') {
    return [
      {
        field: 'source',
        message: `The interface takes no file; send the HTML that is in ${quotePath(source.path)} as text.`,
      },
    ];
  }
  const issues: FieldIssue[] = [];
  const read = sourceFromWire(source.html);
  if (!read.ok || read.value.kind !== 'html') {
    issues.push({
      field: 'source',
      message: `The interface would read the HTML text ${quote(source.html.trim())} as an address; put it into a tag, such as <p>.`,
    });
  }
  if (source.base !== undefined) {
    issues.push({
      field: 'source.base',
      message: `The interface knows no base for relative links; put <base href="…"> into the HTML in place of ${quote(source.base)}.`,
    });
  }
  return issues;
}

function beyondInFilename(filename: string | undefined): readonly FieldIssue[] {
  if (filename === undefined || !hasPlaceholder(filename)) return [];
  const message = `The interface knows no placeholders in a file name; write the name itself in place of ${quote(filename)}.`;
  return [{ field: 'filename', message }];
}

function beyondInStorage(storage: ConversionRequest['storage']): readonly FieldIssue[] {
  if (storage?.provider !== 'object_store') return [];
  return destinationPlaceholderIssues('storage.bucketDestination', storage.bucketDestination);
}

function beyondInPages(pages: string | undefined): readonly FieldIssue[] {
  const parsed = parsePageRanges(pages ?? '1');
  if (!parsed.ok || parsed.value.length === 1) return [];
  if (parsed.value.every(({ first, last }) => first === last)) return [];
  return [
    {
      field: 'pages',
      message: `The pages ${quote(pages ?? '')} hold several parts with a range among them; the interface takes one range, such as 1-3, or a list of numbers, such as 1,4,9.`,
    },
  ];
}
