import { notImplemented, partialModule, refuseOtherKeys } from '../not-implemented.js';
import { Session } from './session.js';

const partitions = new Map<string, Session>();
let defaultSession: Session | undefined;

/** The module `session`. */
export const session = partialModule('session', {
  get defaultSession(): Session {
    defaultSession ??= new Session(true);
    return defaultSession;
  },
  fromPartition(name: string, options: Partial<Electron.FromPartitionOptions> = {}): Session {
    refuseOtherKeys(options, ['cache'], 'FromPartitionOptions');
    if (name.startsWith('persist:'))
      notImplemented(`session.fromPartition('${name}'), which lasts`);
    if (name === '') return this.defaultSession;
    const known = partitions.get(name) ?? new Session(false);
    partitions.set(name, known);
    return known;
  },
});
