export interface CephPlan {
  /** The folder of this cluster. */
  readonly folder: string;
  /** The cluster's id, a UUID. */
  readonly id: string;
  readonly ports: {
    readonly monitor: number;
    /** The monitor's port for the older protocol, which tools try first. */
    readonly oldMonitor: number;
    readonly plain: number;
    readonly secure: number;
  };
  /** Key and certificate in one file. */
  readonly certificateFile: string;
}

/**
 * Subdomains of this name are buckets (virtual-host style). It has no DNS entry: clients must
 * resolve it to 127.0.0.1.
 */
export const hostName = 's3.localtest';

/** Returns the monitor's address in Ceph's notation. */
export function monitorAddress({ ports }: CephPlan): string {
  return `[v2:127.0.0.1:${ports.monitor},v1:127.0.0.1:${ports.oldMonitor}]`;
}

/**
 * Returns `ceph.conf`: one monitor, one in-memory store without replicas, one gateway, all in one
 * folder.
 */
export function cephConfiguration(plan: CephPlan): string {
  const { folder, id, ports, certificateFile } = plan;
  return sections({
    global: {
      fsid: id,
      mon_initial_members: 'a',
      mon_host: monitorAddress(plan),
      public_addr: '127.0.0.1',
      cluster_addr: '127.0.0.1',
      auth_cluster_required: 'cephx',
      auth_service_required: 'cephx',
      auth_client_required: 'cephx',
      keyring: `${folder}/keyring`,
      run_dir: folder,
      crash_dir: folder,
      admin_socket: '',
      log_file: `${folder}/$name.log`,
      osd_pool_default_size: 1,
      osd_pool_default_min_size: 1,
      osd_pool_default_pg_num: 1,
      osd_pool_default_pgp_num: 1,
      osd_pool_default_pg_autoscale_mode: 'off',
      osd_crush_chooseleaf_type: 0,
      mon_allow_pool_size_one: true,
      mon_max_pg_per_osd: 2000,
      // A single monitor waits for no others; with the default second per step, the start takes
      // ten.
      paxos_propose_interval: 0.02,
      paxos_min_wait: 0.02,
      // The disk's free space does not concern an in-memory store.
      mon_data_avail_warn: 1,
      mon_data_avail_crit: 1,
    },
    mon: { mon_data: `${folder}/mon`, mon_cluster_log_file: `${folder}/cluster.log` },
    osd: {
      osd_data: `${folder}/osd`,
      osd_objectstore: 'memstore',
      memstore_device_bytes: 4 * 2 ** 30,
      osd_class_load_list: '*',
      osd_class_default_list: '*',
    },
    client: {
      rgw_data: `${folder}/gateway`,
      rgw_dns_name: hostName,
      rgw_frontends:
        `beast endpoint=127.0.0.1:${ports.plain} ssl_endpoint=127.0.0.1:${ports.secure} ` +
        `ssl_certificate=${certificateFile}`,
    },
  });
}

type Settings = Readonly<Record<string, string | number | boolean>>;

function sections(all: Readonly<Record<string, Settings>>): string {
  return Object.entries(all)
    .map(([name, settings]) => `[${name}]\n${lines(settings)}\n`)
    .join('');
}

function lines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join('\n');
}
