import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { BucketAccess } from '../../electron/main/s3/bucket-access.js';
import { type Ceph, region } from '../../tests/support/bucket/ceph.js';
import { objectUrl } from '../../tests/support/bucket/curl.js';
import { cleanEnvironment } from '../../tests/support/environment.js';
import { type ProgramOptions, outputOf } from '../../tests/support/run-program.js';
import type { UploadTask } from './platen-upload.js';

/** A program that uploads files to a bucket under their names, as a whole process. */
export interface Contestant {
  readonly name: string;
  /** Whether it uploads one file only. */
  readonly isSingle?: boolean;
  /** @param files all files of one folder */
  readonly upload: (files: readonly string[], bucket: string) => Promise<void>;
}

/**
 * Returns Platen, those of rclone and the AWS command line that are installed, and curl with one
 * request as the upper limit.
 */
export function contestants(ceph: Ceph): readonly Contestant[] {
  const aws = firstLine('aws', '--version')?.split(' ')[0];
  const rclone = firstLine('rclone', 'version');
  return [
    platen(ceph),
    ...(aws === undefined ? [] : [awsCommandLine(ceph, aws)]),
    ...(rclone === undefined ? [] : [rcloneCopy(ceph, rclone)]),
    onePut(ceph),
  ];
}

/** The contestant that the others are compared with. */
export const reference = 'aws s3 cp --recursive';

const acl = 'bucket-owner-full-control';

function platen(ceph: Ceph): Contestant {
  const bundle = join(process.env['PLATEN_BENCH_BUNDLES'] ?? '', 'platen-upload.mjs');
  const access: BucketAccess = {
    name: 'bench',
    endpoint: ceph.endpoint,
    region,
    pathStyle: true,
    acl,
    publicBase: null,
    caFile: null,
    credentials: { kind: 'key', ...ceph.owner },
  };
  return {
    name: 'Platen',
    upload: async (files, bucket) => {
      const task: UploadTask = { files, access, bucket };
      await run(process.execPath, [bundle], { PLATEN_BENCH_UPLOAD: JSON.stringify(task) });
    },
  };
}

function awsCommandLine(ceph: Ceph, version: string): Contestant {
  return {
    name: `${reference} (${version})`,
    upload: async ([file = ''], bucket) => {
      const options = ['--recursive', '--only-show-errors', '--acl', acl];
      const place = [dirname(file), `s3://${bucket}/`, '--endpoint-url', ceph.endpoint];
      await run('aws', ['s3', 'cp', ...place, ...options], {
        AWS_ACCESS_KEY_ID: ceph.owner.accessKeyId,
        AWS_SECRET_ACCESS_KEY: ceph.owner.secretAccessKey,
        AWS_REGION: region,
        AWS_CONFIG_FILE: '/dev/null',
        AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
        AWS_EC2_METADATA_DISABLED: 'true',
      });
    },
  };
}

function rcloneCopy(ceph: Ceph, version: string): Contestant {
  return {
    name: `rclone copy (${version})`,
    upload: async ([file = ''], bucket) => {
      await run('rclone', ['copy', dirname(file), `:s3:${bucket}`, '--s3-no-check-bucket'], {
        RCLONE_CONFIG: '/dev/null',
        RCLONE_S3_PROVIDER: 'Ceph',
        RCLONE_S3_ENDPOINT: ceph.endpoint,
        RCLONE_S3_REGION: region,
        RCLONE_S3_ACL: acl,
        RCLONE_S3_ACCESS_KEY_ID: ceph.owner.accessKeyId,
        RCLONE_S3_SECRET_ACCESS_KEY: ceph.owner.secretAccessKey,
      });
    },
  };
}

function onePut(ceph: Ceph): Contestant {
  const { accessKeyId, secretAccessKey } = ceph.owner;
  return {
    name: 'curl, one request, no checksum',
    isSingle: true,
    upload: async ([file = ''], bucket) => {
      await run('curl', [
        ...['--silent', '--show-error', '--fail', '--upload-file', file],
        ...['--aws-sigv4', `aws:amz:${region}:s3`, '--user', `${accessKeyId}:${secretAccessKey}`],
        ...['--header', 'x-amz-content-sha256: UNSIGNED-PAYLOAD'],
        objectUrl(ceph.endpoint, bucket, 'large.pdf'),
      ]);
    },
  };
}

/** Returns the first line that a program prints, such as its version, if it is installed. */
function firstLine(program: string, argument: string): string | undefined {
  const { status, stdout } = spawnSync(program, [argument], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0] : undefined;
}

async function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const options: ProgramOptions = { env: { ...cleanEnvironment(), ...variables } };
  await outputOf(program, args, options);
}
