import type { S3 } from '@aws-sdk/client-s3';

const digestHeader = 'content-md5';
const hashHeader = 'x-amz-content-sha256';

/**
 * Leaves the hash of a body out of its signature where TLS and the signed Content-MD5 protect it already: hashing it a second time takes as long as sending
 * it over a fast line. The AWS command line does the same (Amazon S3, "Signature calculations for the Authorization header": unsigned payload option).
 */
export function signWithoutBodyHash({ middlewareStack }: S3): void {
  middlewareStack.add(
    (next) => async (args) => {
      const headers = headersOfTls(args.request);
      if (headers !== null && digestHeader in headers) headers[hashHeader] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build', name: 'platenPayloadSigning' },
  );
}

function headersOfTls(request: unknown): Record<string, unknown> | null {
  if (typeof request !== 'object' || request === null) return null;
  if (!('protocol' in request) || request.protocol !== 'https:' || !('headers' in request))
    return null;
  return isRecord(request.headers) ? request.headers : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
