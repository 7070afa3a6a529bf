import { z } from 'zod';
import { checkPdfFilename } from './filename.js';
import { parseHttpAddress } from './address.js';
import { destinationSchema } from './bucket-destination.js';
import { checkedText, textField } from './text-field.js';
import { wrongTypeSentence } from './wording.js';

/** Where the output goes (the interface, section 2.4): the service's own storage, or the caller's bucket. */
export const storageSchema = z.discriminatedUnion(
  'provider',
  [
    z.strictObject({
      provider: z.literal('service').default('service'),
      filename: checkedText(
        'The storage file name',
        'text such as "invoice.pdf"',
        checkPdfFilename,
      ).optional(),
    }),
    z.strictObject({
      provider: z.literal('object_store'),
      bucketDestination: destinationSchema,
    }),
  ],
  { error: ({ input }) => storageSentence(input) },
);

/** The address that hears of the end of a conversion (the interface, section 2.1). */
export const webhookSchema = textField('The webhook', 'an http or https address', (text) =>
  parseHttpAddress(text, 'The webhook'),
);

function storageSentence(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return wrongTypeSentence('The storage', input, 'an object with a provider');
  }
  const provider: unknown = 'provider' in input ? input.provider : undefined;
  return wrongTypeSentence('The storage provider', provider, 'service or object_store');
}
