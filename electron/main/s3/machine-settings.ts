import { TransportFault } from './transport-fault.js';

export interface MachineSettings {
  readonly region: string;
  /** Address of the service in place of Amazon's own; null: none is set. */
  readonly endpoint: string | null;
}

/** Where nothing says another. */
export const defaultRegion = 'us-east-1';

/**
 * What this computer's AWS settings say: `AWS_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, and the same in a profile (AWS SDKs and Tools Reference
 * Guide, "Service-specific endpoints").
 * @param profile its name; null: the usual one
 * @throws TransportFault `machine-settings` where they contradict themselves
 */
export async function machineSettings(profile: string | null): Promise<MachineSettings> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { config } = new S3Client(profile === null ? {} : { profile });
  try {
    return {
      // That no region is set is the SDK's only complaint here.
      region: await config.region().catch(() => defaultRegion),
      endpoint: (await config.serviceConfiguredEndpoint?.()) ?? null,
    };
  } catch (cause) {
    throw new TransportFault('machine-settings', { cause });
  }
}
