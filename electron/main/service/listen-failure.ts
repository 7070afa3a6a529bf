import { AppError, codeOf } from '../../shared/errors.js';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Choose another port',
  EACCES: 'this user may not listen there. Choose a port above 1023',
  EADDRNOTAVAIL: 'this computer does not have that address. Correct it',
  ENOTFOUND: 'there is no such name. Correct it',
};

/** Why a service could not start, in a sentence where the address is the reason; anything else as it was thrown. */
export function listenFailure(
  thrown: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const reason = reasons[codeOf(thrown)];
  if (reason === undefined) return thrown;
  const message = `The service cannot listen at ${host}, port ${port}: ${reason}.`;
  return new AppError('internal', message, undefined, { cause: thrown });
}
