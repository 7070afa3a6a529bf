import { z } from 'zod';
import type { FieldIssue } from '../messages/errors.js';
import { message } from '../messages/message.js';
import { ownFields, ownOption, setOwnOptions } from './own-options.js';
import { valueMessage } from './text.js';
import { addIssue, error, fieldIssue } from './validation.js';

const typeError = {
  error: error((input) => message('protection.type', { value: valueMessage(input) })),
};

/**
 * The passwords of a PDF, without themselves: which ones it has, and the id under which they are
 * stored. A command line keeps them in memory, without an id. Not part of the API.
 */
export const protectionSchema = z
  .strictObject(
    { id: z.uuid(typeError).optional(), open: z.boolean(typeError), owner: z.boolean(typeError) },
    typeError,
  )
  .superRefine((value, context) => {
    if (value.open || value.owner) return;
    addIssue(context, message('protection.type', { value: valueMessage(value) }));
  });
export type Protection = Readonly<z.infer<typeof protectionSchema>>;

export const passwordKinds = ['open', 'owner'] as const;
export type PasswordKind = (typeof passwordKinds)[number];

/** Stored passwords: their id, and which ones there are. Others have another id. */
export const storedProtectionSchema = z.object({
  id: z.uuid(),
  open: z.boolean(),
  owner: z.boolean(),
});
export type StoredProtection = Readonly<z.infer<typeof storedProtectionSchema>>;

/** How a finished PDF is protected when it leaves Platen: nothing for one that is not. */
export const securitySchema = z
  .strictObject({
    protection: protectionSchema.optional(),
    allowPrinting: ownFields.allowPrinting,
    allowCopying: ownFields.allowCopying,
    allowChanges: ownFields.allowChanges,
  })
  .superRefine((value, context) => {
    for (const issue of protectionIssues(value)) addIssue(context, issue.message, [issue.field]);
  });
export type Security = Readonly<z.infer<typeof securitySchema>>;

/** Options without protection, as a preview is rendered: it is protected when it is saved. */
export const unprotected = {
  protection: undefined,
  allowPrinting: undefined,
  allowCopying: undefined,
  allowChanges: undefined,
} as const satisfies Readonly<Record<keyof Security, undefined>>;

/**
 * One issue for each permission that is denied without an owner password: whoever could open the
 * PDF would have all rights.
 */
export function protectionIssues(fields: object): readonly FieldIssue[] {
  if ('protection' in fields && hasOwner(fields.protection)) return [];
  return setOwnOptions(fields).flatMap(([name, value]) => {
    const option = ownOption(name);
    // An invalid value has its own issue.
    const isDenied =
      option.kind === 'choice' && typeof value === 'string' && value in option.choices;
    if (option.group !== 'security' || !isDenied) return [];
    return [fieldIssue(name, message('protection.needsOwner', { name: option.label }))];
  });
}

function hasOwner(protection: unknown): boolean {
  const parsed = protectionSchema.safeParse(protection);
  return parsed.success && parsed.data.owner;
}
