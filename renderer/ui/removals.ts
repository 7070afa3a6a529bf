import type { BridgeInput } from '@shared/bridge.js';
import { call } from '../bridge/bridge.js';
import { reportResult, showUndo } from './notices.js';

type Rows = Omit<BridgeInput<'removals:add'>, 'id'>;

interface RemovalTexts {
  readonly removed: string;
  /** The title of a failure. */
  readonly failed: string;
}

/**
 * Removes hidden rows with undo. The main process keeps the removal, which is not lost if the
 * window closes before the notice.
 * @param show shows the rows again: called for Undo, and if they are not removed
 */
export function removeWithUndo(
  { jobs = [], deliveries = [], history = [] }: Partial<Rows>,
  { removed, failed }: RemovalTexts,
  show: () => void,
): void {
  const id = crypto.randomUUID();
  const send = async (channel: 'removals:undo' | 'removals:finish') => {
    const result = await call(channel, { id });
    if (!reportResult(failed, result)) show();
  };
  const undo = () => {
    show();
    void send('removals:undo');
  };
  void call('removals:add', { id, jobs, deliveries, history }).then((result) => {
    if (!reportResult(failed, result)) show();
  });
  showUndo(removed, undo, () => void send('removals:finish'));
}
