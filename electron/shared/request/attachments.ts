import { z } from 'zod';
import { type Message, message } from '../messages/message.js';
import { excerpt, nearestName, quote, valueMessage } from './text.js';
import { addIssue, error } from './validation.js';

/**
 * How an attached file relates to the document (ISO 32000-2, table 43): what it was made from, its
 * data, the same in another form, an addition, or none of these.
 */
export const relationships = [
  'unspecified',
  'source',
  'data',
  'alternative',
  'supplement',
] as const;

/** A file that is attached to the PDF; its path alone stands for one without a description. */
export const attachmentSchema = z.preprocess(
  (written) => (typeof written === 'string' ? { path: written } : written),
  z.strictObject(
    {
      /** A full path. */
      path: z.string().min(1),
      /** The file name that readers show; absent: that of the file. */
      name: z.string().optional(),
      description: z.string().optional(),
      relationship: z
        .enum(relationships, { error: error((input) => relationshipMessage(input)) })
        .optional(),
    },
    { error: error((input) => message('attachments.type', { value: valueMessage(input) })) },
  ),
);

export type Attachment = z.infer<typeof attachmentSchema>;

/** What describes an attached file, each an option of the command line. */
export const attachmentTexts = ['name', 'description', 'relationship'] as const;

const [maxAttachments, maxNameLength, maxDescriptionLength] = [100, 255, 1000];

/** The files that are attached to the PDF. Platen's own. */
export const attachmentsSchema = z
  .array(attachmentSchema, {
    error: error((input) => message('attachments.type', { value: valueMessage(input) })),
  })
  .superRefine((attachments, context) => {
    if (attachments.length > maxAttachments) {
      addIssue(context, message('attachments.tooMany', { max: maxAttachments }));
    }
    for (const [index, { name, description = '' }] of attachments.entries()) {
      const issue = name === undefined ? null : nameIssue(name);
      if (issue !== null) addIssue(context, issue, [String(index), 'name']);
      if (description.length > maxDescriptionLength) {
        const params = { text: quote(description), max: maxDescriptionLength };
        addIssue(context, message('attachments.longDescription', params), [
          String(index),
          'description',
        ]);
      }
    }
  });

function nameIssue(name: string): Message | null {
  // Readers save the file under this name.
  // eslint-disable-next-line no-control-regex -- the rule is about control characters
  const isFileName = !/[/\\\u0000-\u001f\u007f]/.test(name) && !/^[\s.]*$/.test(name);
  if (isFileName && name.length <= maxNameLength) return null;
  return message('attachments.name', { name: quote(name), max: maxNameLength });
}

function relationshipMessage(written: unknown): Message {
  const params = { value: valueMessage(written), choices: { or: relationships } };
  const nearest =
    typeof written === 'string' ? nearestName(written.toLowerCase(), relationships) : null;
  return nearest === null
    ? message('attachments.relationship', params)
    : message('attachments.relationshipNear', { value: excerpt(String(written)), nearest });
}
