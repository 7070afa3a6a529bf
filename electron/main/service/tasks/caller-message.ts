import type { Message, MessageKey, ParamValue } from '../../../shared/messages/message.js';

/**
 * Messages of the engine that advise whoever runs Platen, with those for the callers of a service,
 * who can follow no such advice. The log has the first ones.
 */
const forCallers: Partial<Readonly<Record<MessageKey, MessageKey>>> = {
  'engine.sandboxOff': 'service.sandboxOff',
  'engine.sandboxOffOnLinux': 'service.sandboxOff',
  'page.outOfMemory': 'service.pageOutOfMemory',
};

/** Returns a message, and those inside it, as a caller of the service reads it. */
export function callerMessage({ key, params }: Message): Message {
  const entries = Object.entries(params ?? {});
  return {
    key: forCallers[key] ?? key,
    ...(params && {
      params: Object.fromEntries(entries.map(([name, value]) => [name, callerParam(value)])),
    }),
  };
}

/** Whether a message has advice for whoever runs the service. */
export function advisesOperator({ key, params = {} }: Message): boolean {
  return key in forCallers || Object.values(params).some((value) => isAdvice(value));
}

function callerParam(value: ParamValue): ParamValue {
  return isMessage(value) ? callerMessage(value) : value;
}

function isAdvice(value: ParamValue): boolean {
  return isMessage(value) && advisesOperator(value);
}

function isMessage(value: ParamValue): value is Message {
  return typeof value === 'object' && 'key' in value;
}
