import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from '@cantoo/pdf-lib';

/** `SigFlags`, bit 1: the document has a signature (ISO 32000-1, 12.7.2). */
const signaturesExist = 1;

const key = (name: string) => PDFName.of(name);

/**
 * Any change makes a digital signature invalid (ISO 32000-1, 12.8). A field that has not been
 * signed yet does not count.
 */
export function isSigned(catalog: PDFDict): boolean {
  const permissions = catalog.lookup(key('Perms'));
  if (permissions instanceof PDFDict && permissions.has(key('DocMDP'))) return true;
  const form = catalog.lookup(key('AcroForm'));
  if (!(form instanceof PDFDict)) return false;
  const flags = form.lookup(key('SigFlags'));
  // Without the flag, most documents need no search; some writers set it for empty fields too.
  if (!(flags instanceof PDFNumber) || (flags.asNumber() & signaturesExist) === 0) return false;
  return hasSignature(form.lookup(key('Fields')), new Set());
}

function hasSignature(fields: PDFObject | undefined, seen: Set<PDFObject>): boolean {
  if (!(fields instanceof PDFArray) || seen.has(fields)) return false;
  seen.add(fields);
  return Array.from({ length: fields.size() }, (_, index) => fields.lookup(index)).some(
    (field) =>
      field instanceof PDFDict &&
      ((field.lookup(key('FT')) === key('Sig') && field.lookup(key('V')) instanceof PDFDict) ||
        hasSignature(field.lookup(key('Kids')), seen)),
  );
}
