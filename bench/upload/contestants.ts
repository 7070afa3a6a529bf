import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Ceph, region } from '../../tests/support/bucket/ceph.js';
import { objectUrl } from '../../tests/support/bucket/curl.js';
import { type ProgramOptions, outputOf } from '../../tests/support/run-program.js';
import type { UploadTask } from './platen-upload.js';

/** One program that uploads a file, as a whole process. */
export interface Contestant {
  readonly name: string;
  readonly upload: (file: string, bucket: string, key: string) => Promise<void>;
}

/**
 * Returns Platen, the AWS command line if installed, and curl with one request as the upper limit.
 */
export function contestants(ceph: Ceph): readonly Contestant[] {
  const all = [platen(ceph), onePut(ceph)];
  const version = awsVersion();
  return version === null ? all : [...all, awsCommandLine(ceph, version)];
}

/** The contestant that Platen is compared with. */
export const reference = 'aws s3 cp';

function platen(ceph: Ceph): Contestant {
  const bundle = join(process.env['PLATEN_BENCH_BUNDLES'] ?? '', 'platen-upload.mjs');
  return {
    name: 'Platen',
    upload: async (path, bucket, key) => {
      const task: UploadTask = {
        path,
        place: { bucket, key },
        access: {
          name: 'bench',
          endpoint: ceph.endpoint,
          region,
          pathStyle: true,
          acl: 'bucket-owner-full-control',
          publicBase: null,
          caFile: null,
          credentials: { kind: 'key', ...ceph.owner },
        },
      };
      await run(process.execPath, [bundle], { PLATEN_BENCH_UPLOAD: JSON.stringify(task) });
    },
  };
}

function awsCommandLine(ceph: Ceph, version: string): Contestant {
  return {
    name: `${reference} (${version})`,
    upload: async (file, bucket, key) => {
      const place = `s3://${bucket}/${key}`;
      const quietly = ['--only-show-errors', '--acl', 'bucket-owner-full-control'];
      await run('aws', ['s3', 'cp', file, place, '--endpoint-url', ceph.endpoint, ...quietly], {
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

function onePut(ceph: Ceph): Contestant {
  const { accessKeyId, secretAccessKey } = ceph.owner;
  return {
    name: 'curl, one request, no checksum',
    upload: async (file, bucket, key) => {
      await run('curl', [
        ...['--silent', '--show-error', '--fail', '--upload-file', file],
        ...['--aws-sigv4', `aws:amz:${region}:s3`, '--user', `${accessKeyId}:${secretAccessKey}`],
        ...['--header', 'x-amz-content-sha256: UNSIGNED-PAYLOAD'],
        objectUrl(ceph.endpoint, bucket, key),
      ]);
    },
  };
}

/** Such as `aws-cli/2.9.19`; null if it is not installed. */
function awsVersion(): string | null {
  const { status, stdout } = spawnSync('aws', ['--version'], { encoding: 'utf8' });
  return status === 0 ? (stdout.split(' ')[0] ?? '') : null;
}

async function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const options: ProgramOptions = { env: { ...process.env, ...variables } };
  await outputOf(program, args, options);
}
