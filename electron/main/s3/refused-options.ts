import { type Message, literal, message } from '../../shared/messages/message.js';
import {
  type ObjectOption,
  objectFlagName,
  objectLabel,
  objectOptions,
} from '../../shared/object-settings.js';
import { quote } from '../../shared/request/text.js';
import type { FailureReason } from '../network/delivery-failure.js';
import type { BucketAccess } from './bucket-access.js';
import type { ServerAnswer } from './s3-fault.js';

/** Names an option for objects as the user has set it: on the command line, or in the settings. */
function optionName(
  { objectFlags = [] }: BucketAccess,
  option: ObjectOption,
  value?: string,
): Message {
  const name = (objectFlags.includes(option) ? objectFlagName : objectLabel)(option);
  return value === undefined ? name : message('s3.optionWithValue', { option: name, value });
}

/** Returns the options that the headers of an object come from. */
function optionsIn(access: BucketAccess): readonly Message[] {
  const { object = {} } = access;
  const { storageClass, encryption } = object;
  const shown: Partial<Record<ObjectOption, string | undefined>> = { storageClass, encryption };
  return objectOptions
    .filter((option) => object[option] !== undefined)
    .map((option) => optionName(access, option, shown[option]));
}

/**
 * Returns the reason if it may be any option of the object, as the server names none; null if
 * it is not.
 */
export function optionsReason(
  access: BucketAccess,
  { name, status }: ServerAnswer,
): FailureReason | null {
  const options = optionsIn(access);
  if (options.length === 0) return null;
  if (status === 501) {
    // An ACL may be the reason too.
    const all = access.acl === null ? options : [...options, literal(`--acl ${access.acl}`)];
    return { text: message('s3.optionsUnsupported', { options: { or: all } }), field: 'acl' };
  }
  // Servers respond with these to a header whose value they do not know or support.
  const mayMeanOptions = name === 'InvalidArgument' || name === 'InvalidRequest';
  if (status !== 400 || !mayMeanOptions) return null;
  return { text: message('s3.optionsRefused', { status, name, options: { or: options } }) };
}

export function optionRefused(access: BucketAccess, option: ObjectOption): FailureReason {
  const { [option]: value = '' } = access.object ?? {};
  const params = { option: optionName(access, option, valueText(value)) };
  return { text: message('s3.optionRefused', params), field: `object.${option}` };
}

function valueText(value: string | Readonly<Record<string, string>>): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map((pair) => pair.join('='))
    .join(', ');
}

export function kmsKeyRefused(access: BucketAccess, name: string): FailureReason {
  const { kmsKey } = access.object ?? {};
  const option = kmsKey === undefined ? 'encryption' : 'kmsKey';
  const params = { option: optionName(access, option, kmsKey ?? 'aws:kms'), name };
  return { text: message('s3.kmsKeyRefused', params), field: `object.${option}` };
}

/** Returns the reason if the options need more permissions than writing; null if they don't. */
export function deniedOptions(access: BucketAccess, bucket: string): Message | null {
  const { acl, object = {} } = access;
  const isKms = object.encryption === 'aws:kms';
  if (object.tags === undefined && !isKms) return null;
  const options = [
    ...(isKms ? [optionName(access, 'encryption', 'aws:kms')] : []),
    ...(object.tags ? [optionName(access, 'tags')] : []),
  ];
  const permissions = [
    's3:PutObject',
    ...(acl === null ? [] : ['s3:PutObjectAcl']),
    ...(object.tags ? ['s3:PutObjectTagging'] : []),
    ...(isKms ? ['kms:GenerateDataKey', 'kms:Decrypt'] : []),
  ];
  return message('s3.deniedWithOptions', { bucket: quote(bucket), options, permissions });
}
