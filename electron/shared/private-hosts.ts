import { type Message, message } from './messages/message.js';
import { excerpt } from './request/text.js';

/**
 * Null for a name or an IP address, alone or with a port. An IPv6 address with a port has brackets.
 */
export function privateHostIssue(entry: string): Message | null {
  return isHost(entry) ? null : message('network.privateHostInvalid', { host: excerpt(entry) });
}

/** A separator of entries, a part of a URL beside the host, and a wildcard are all invalid. */
function isHost(entry: string): boolean {
  if (!/^[^\s/\\@?#,;*]+$/.test(entry)) return false;
  return URL.canParse(`http://${entry}/`) || URL.canParse(`http://[${entry}]/`);
}
