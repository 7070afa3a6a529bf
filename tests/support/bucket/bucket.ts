import { randomUUID } from 'node:crypto';
import { outputOf } from '../run-program.js';
import type { Ceph, S3Key } from './ceph.js';
import { type CurlAnswer, type CurlRequest, curl, objectUrl } from './curl.js';
import { type Grant, readGrants, textsOf } from './s3-xml.js';

/**
 * Makes a bucket that belongs to the owner, with a name that no other test has, and gives the name.
 */
export async function freshBucket(ceph: Ceph): Promise<string> {
  const bucket = `bucket-${randomUUID()}`;
  await asOwner(ceph, { method: 'PUT', url: objectUrl(ceph.endpoint, bucket) });
  return bucket;
}

/** The bytes of an object, read with curl as the owner. */
export async function readObject(ceph: Ceph, bucket: string, key: string): Promise<Buffer> {
  const { body } = await asOwner(ceph, { url: objectUrl(ceph.endpoint, bucket, key) });
  return body;
}

/** The head of an object, read with curl as the owner; its status is 404 if there is none. */
export async function headObject(ceph: Ceph, bucket: string, key: string): Promise<CurlAnswer> {
  const url = objectUrl(ceph.endpoint, bucket, key);
  return curl({ method: 'HEAD', url, key: ceph.owner });
}

/** Writes an object with curl as the owner, as somebody else would who was there first. */
export async function writeObject(
  ceph: Ceph,
  bucket: string,
  key: string,
  body: string | Buffer,
): Promise<void> {
  await asOwner(ceph, { method: 'PUT', url: objectUrl(ceph.endpoint, bucket, key), body });
}

/** Who may do what with an object, as the owner of the bucket reads it with curl. */
export async function aclOf(ceph: Ceph, bucket: string, key: string): Promise<readonly Grant[]> {
  const { body } = await asOwner(ceph, { url: objectUrl(ceph.endpoint, bucket, key, 'acl=') });
  return readGrants(body.toString());
}

/** The keys of all objects of a bucket in their order, listed with curl; of the first thousand. */
export async function objects(ceph: Ceph, bucket: string): Promise<readonly string[]> {
  const { body } = await asOwner(ceph, {
    url: objectUrl(ceph.endpoint, bucket, '', 'list-type=2'),
  });
  return textsOf(body.toString(), 'Key');
}

/** The keys of uploads in parts that somebody began and did not end, listed with curl. */
export async function openMultiparts(ceph: Ceph, bucket: string): Promise<readonly string[]> {
  const { body } = await asOwner(ceph, { url: objectUrl(ceph.endpoint, bucket, '', 'uploads=') });
  return textsOf(body.toString(), 'Key');
}

/** Puts a policy on a bucket, with curl as the owner. */
export async function setPolicy(ceph: Ceph, bucket: string, policy: object): Promise<void> {
  const url = objectUrl(ceph.endpoint, bucket, '', 'policy=');
  await asOwner(ceph, { method: 'PUT', url, body: JSON.stringify(policy) });
}

/**
 * The grant of the interface's rule 4.1.2: the uploader may write objects below the prefix where
 * their access control is `bucket-owner-full-control`, and nothing else.
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

/** Removes a bucket with everything in it, with Ceph's own tool. */
export async function removeBucket(ceph: Ceph, bucket: string): Promise<void> {
  await admin(ceph, ['bucket', 'rm', `--bucket=${bucket}`, '--purge-objects']);
}

/** Makes another key for a user, one that no other test has, with Ceph's own tool. */
export async function makeKey(ceph: Ceph, user: 'owner' | 'uploader'): Promise<S3Key> {
  const unique = randomUUID().replaceAll('-', '').toUpperCase();
  const key = { accessKeyId: unique.slice(0, 20), secretAccessKey: `secret-of-${unique}` };
  const keys = [`--access-key=${key.accessKeyId}`, `--secret-key=${key.secretAccessKey}`];
  await admin(ceph, ['key', 'create', `--uid=${user}`, '--key-type=s3', ...keys]);
  return key;
}

/** Takes a key away from a user, with Ceph's own tool. */
export async function revokeKey(ceph: Ceph, user: 'owner' | 'uploader', key: S3Key): Promise<void> {
  const which = [`--uid=${user}`, '--key-type=s3', `--access-key=${key.accessKeyId}`];
  await admin(ceph, ['key', 'rm', ...which]);
}

async function admin(ceph: Ceph, args: readonly string[]): Promise<void> {
  const env = { ...process.env, CEPH_CONF: ceph.configurationFile };
  await outputOf('radosgw-admin', args, { env });
}

/** A request of the owner's that has to succeed. */
async function asOwner(ceph: Ceph, request: Omit<CurlRequest, 'key'>): Promise<CurlAnswer> {
  const answer = await curl({ ...request, key: ceph.owner });
  if (answer.status >= 300)
    throw new Error(`${request.url} answers ${answer.status}: ${answer.body.toString()}`);
  return answer;
}
