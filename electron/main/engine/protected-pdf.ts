import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { throwIfCanceled } from './contract/canceled.js';
import { encryptPdf } from './pdf/encrypt-pdf.js';
import { sizeOf } from './pdf/parts.js';
import {
  ConversionFailure,
  type ConversionOptions,
  type ConvertedPdf,
} from './contract/pdf-engine.js';

/**
 * Encrypts the result of a conversion if the request says so. This is the last change of a PDF: no
 * later one could read it.
 * @throws AppError `refused` before the conversion if the passwords are missing
 */
export async function protectedPdf(
  request: ConversionRequest,
  {
    passwords,
    signal,
    isUnprotected = false,
  }: Pick<ConversionOptions, 'passwords' | 'signal' | 'isUnprotected'>,
  convert: () => Promise<ConvertedPdf>,
): Promise<ConvertedPdf> {
  if (request.protection === undefined || isUnprotected) return convert();
  const { open, owner } = request.protection;
  const areComplete =
    passwords && (passwords.open !== '') === open && (passwords.owner !== '') === owner;
  if (!areComplete) throw new AppError('refused', message('protection.missing'));
  const pdf = await convert();
  const parts = await encryptPdf(pdf.parts, passwords, request).catch((error: unknown) => {
    throw new ConversionFailure(error, pdf.preflight);
  });
  throwIfCanceled(signal);
  return { ...pdf, parts, size: sizeOf(parts) };
}
