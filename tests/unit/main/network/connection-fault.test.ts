import { describe, expect, it } from 'vitest';
import { connectionFault } from '../../../../electron/main/network/connection-fault.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';

describe('why there was no answer', () => {
  it.each([
    ['ENOTFOUND', 'network', 'no-name', 'there is no server of that name'],
    ['EAI_AGAIN', 'network', 'no-name', 'the name of the server could not be looked up'],
    ['ECONNREFUSED', 'network', 'unreachable', 'the server refuses the connection'],
    ['ETIMEDOUT', 'network', 'unreachable', 'the server does not respond'],
    [
      'EADDRNOTAVAIL',
      'network',
      'unreachable',
      'there is no route to the server from this network',
    ],
    ['ECONNABORTED', 'network', 'broken-off', 'the connection broke off'],
    ['ENETDOWN', 'network', 'offline', 'this machine has no network connection'],
    [
      'INVALID_PURPOSE',
      'certificate',
      'certificate-untrusted',
      'the certificate of the server is not from an authority that this machine trusts',
    ],
    [
      'HOSTNAME_MISMATCH',
      'certificate',
      'certificate-of-other-name',
      'the certificate of the server is for another name',
    ],
    ['EPROTO', 'protocol', 'no-tls', 'the server does not speak TLS correctly'],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'protocol',
      'no-tls',
      'the server does not speak TLS correctly',
    ],
    ['HPE_INVALID_CONSTANT', 'protocol', 'no-http', 'the server does not speak HTTP'],
  ])('%s is of the kind %s: %s', (code, kind, problem, text) => {
    const thrown = Object.assign(new Error("the system's message"), { code });
    const fault = connectionFault(thrown);
    expect(fault).toMatchObject({ kind, problem });
    expect(fault && englishText(fault.reason)).toBe(text);
  });

  it.each([
    ['a code of something else', Object.assign(new Error(), { code: 'ENOSPC' })],
    [
      'the name of a property that every object has',
      Object.assign(new Error(), { code: 'constructor' }),
    ],
    ['an error without a code', new Error('odd')],
    ['what is no error', 'ENOTFOUND'],
  ])('knows nothing of %s', (_case, thrown) => {
    expect(connectionFault(thrown)).toBeNull();
  });
});
