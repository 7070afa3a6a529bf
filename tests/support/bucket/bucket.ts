import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { outputOf } from '../run-program.js';
import type { Ceph, S3Key } from './ceph.js';
import { type CurlAnswer, type CurlRequest, curl, objectUrl } from './curl.js';
import { type Grant, readGrants, textsOf } from './s3-xml.js';

/** Creates a bucket of the owner with a unique name, and returns the name. */
export async function freshBucket(ceph: Ceph): Promise<string> {
  const bucket = `bucket-${randomUUID()}`;
  await asOwner(ceph, { method: 'PUT', url: objectUrl(ceph.endpoint, bucket) });
  return bucket;
}

/** Returns an object's bytes, read with curl as the owner. */
export async function readObject(ceph: Ceph, bucket: string, key: string): Promise<Buffer> {
  const { body } = await asOwner(ceph, { url: objectUrl(ceph.endpoint, bucket, key) });
  return body;
}

/** Returns an object's headers, read with curl as the owner; the status is 404 if there is none. */
export async function headObject(ceph: Ceph, bucket: string, key: string): Promise<CurlAnswer> {
  const url = objectUrl(ceph.endpoint, bucket, key);
  return curl({ method: 'HEAD', url, key: ceph.owner });
}

/** Writes an object with curl as the owner, such as one that exists before an upload. */
export async function writeObject(
  ceph: Ceph,
  bucket: string,
  key: string,
  body: string | Buffer,
): Promise<void> {
  await asOwner(ceph, { method: 'PUT', url: objectUrl(ceph.endpoint, bucket, key), body });
}

/** Returns an object's access control list, read with curl as the bucket's owner. */
export async function aclOf(ceph: Ceph, bucket: string, key: string): Promise<readonly Grant[]> {
  const { body } = await asOwner(ceph, { url: objectUrl(ceph.endpoint, bucket, key, 'acl=') });
  return readGrants(body.toString());
}

/** Returns the names and values of an object's tags, read with curl as the bucket's owner. */
export async function tagsOf(ceph: Ceph, bucket: string, key: string): Promise<readonly string[]> {
  const url = objectUrl(ceph.endpoint, bucket, key, 'tagging=');
  const xml = (await asOwner(ceph, { url })).body.toString();
  return [...textsOf(xml, 'Key'), ...textsOf(xml, 'Value')];
}

/** Returns the keys of all objects in a bucket, sorted, up to a thousand; listed with curl. */
export async function objects(ceph: Ceph, bucket: string): Promise<readonly string[]> {
  const { body } = await asOwner(ceph, {
    url: objectUrl(ceph.endpoint, bucket, '', 'list-type=2'),
  });
  return textsOf(body.toString(), 'Key');
}

/** Returns the keys of all objects in a bucket; listed with curl. */
export async function allObjects(ceph: Ceph, bucket: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (;;) {
    const after = encodeURIComponent(keys.at(-1) ?? '');
    const query = `list-type=2&start-after=${after}`;
    const { body } = await asOwner(ceph, { url: objectUrl(ceph.endpoint, bucket, '', query) });
    const page = textsOf(body.toString(), 'Key');
    if (page.length === 0) return keys;
    keys.push(...page);
  }
}

/**
 * Returns variables by which AWS's own rules find the owner's key and the gateway.
 * @param configFolder has empty files `aws/config` and `aws/credentials`
 * @param endpoint of a proxy to the gateway
 */
export function machineAccess(
  { owner, endpoint: gateway }: Pick<Ceph, 'owner' | 'endpoint'>,
  configFolder: string,
  endpoint = gateway,
): NodeJS.ProcessEnv {
  return {
    AWS_ACCESS_KEY_ID: owner.accessKeyId,
    AWS_SECRET_ACCESS_KEY: owner.secretAccessKey,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: join(configFolder, 'aws', 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(configFolder, 'aws', 'credentials'),
  };
}

/** Returns the keys of incomplete multipart uploads, listed with curl. */
export async function openMultiparts(ceph: Ceph, bucket: string): Promise<readonly string[]> {
  const { body } = await asOwner(ceph, { url: objectUrl(ceph.endpoint, bucket, '', 'uploads=') });
  return textsOf(body.toString(), 'Key');
}

/** Begins a multipart upload with curl as the owner, such as one of another program. */
export async function beginMultipart(ceph: Ceph, bucket: string, key: string): Promise<void> {
  const url = objectUrl(ceph.endpoint, bucket, key, 'uploads=');
  await asOwner(ceph, { method: 'POST', url });
}

/** Sets a bucket's policy, with curl as the owner. */
export async function setPolicy(ceph: Ceph, bucket: string, policy: object): Promise<void> {
  const url = objectUrl(ceph.endpoint, bucket, '', 'policy=');
  await asOwner(ceph, { method: 'PUT', url, body: JSON.stringify(policy) });
}

/**
 * Returns a policy for rule 4.1.2 of the API: the uploader may write objects below the prefix with
 * the ACL `bucket-owner-full-control`, and nothing else.
 */
export function uploadPolicy(bucket: string, prefix = ''): object {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['arn:aws:iam:::user/uploader'] },
        Action: ['s3:PutObject'],
        Resource: [`arn:aws:s3:::${bucket}/${prefix}*`],
        Condition: { StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control' } },
      },
    ],
  };
}

/** Deletes a bucket and its objects, with Ceph's own tool. */
export async function removeBucket(ceph: Ceph, bucket: string): Promise<void> {
  await admin(ceph, ['bucket', 'rm', `--bucket=${bucket}`, '--purge-objects']);
}

/** Creates another, unique key for a user, with Ceph's own tool. */
export async function makeKey(ceph: Ceph, user: 'owner' | 'uploader'): Promise<S3Key> {
  const unique = randomUUID().replaceAll('-', '').toUpperCase();
  const key = { accessKeyId: unique.slice(0, 20), secretAccessKey: `secret-of-${unique}` };
  const keys = [`--access-key=${key.accessKeyId}`, `--secret-key=${key.secretAccessKey}`];
  await admin(ceph, ['key', 'create', `--uid=${user}`, '--key-type=s3', ...keys]);
  return key;
}

/** Revokes a user's key, with Ceph's own tool. */
export async function revokeKey(ceph: Ceph, user: 'owner' | 'uploader', key: S3Key): Promise<void> {
  const which = [`--uid=${user}`, '--key-type=s3', `--access-key=${key.accessKeyId}`];
  await admin(ceph, ['key', 'rm', ...which]);
}

async function admin(ceph: Ceph, args: readonly string[]): Promise<void> {
  const env = { ...process.env, CEPH_CONF: ceph.configurationFile };
  await outputOf('radosgw-admin', args, { env });
}

/** Sends a request as the owner, which must succeed. */
async function asOwner(ceph: Ceph, request: Omit<CurlRequest, 'key'>): Promise<CurlAnswer> {
  const answer = await curl({ ...request, key: ceph.owner });
  if (answer.status >= 300)
    throw new Error(`${request.url} answers ${answer.status}: ${answer.body.toString()}`);
  return answer;
}
