import { AppError } from '../../../shared/errors.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { listInWords, quote } from '../../../shared/request/text.js';
import type { RemoteEndpoint } from '../../../shared/endpoints.js';
import type { SourceInliner } from '../../engine/pdf-engine.js';
import type { RemoteRenderer } from '../../engine/remote-renderer.js';
import { createRemoteRenderer } from '../../remote/remote-renderer.js';
import type { BucketAccessAt, RemoteEndpoints } from '../../remote/remote-renderer.js';
import type { RemoteOptionsGiven } from './arguments.js';
import type { Reporter } from './reporter.js';

/** The services of the settings. */
export interface RemoteServices {
  readonly endpoints: RemoteEndpoints;
  readonly bucketAccess: BucketAccessAt;
  /** The service of a name, whatever its capitals. */
  readonly named: (name: string) => RemoteEndpoint | undefined;
  /** What is wrong with the service of a name that cannot be used, in a sentence. */
  readonly issueOf: (name: string) => string | undefined;
  /** The names of all. */
  readonly names: () => readonly string[];
}

/** What makes the PDFs of a run in the place of this computer. */
export interface FoundRemote {
  readonly renderer: RemoteRenderer;
  /** Id of the endpoint; null: this computer makes them after all. */
  readonly endpoint: string | null;
  /** What is told of a request that was under way when the run was stopped. */
  readonly underWay: string;
}

/**
 * The variable that a key or password may be in: a run without a desktop may not be able to read
 * the settings' own.
 */
const keyVariable = 'PLATEN_REMOTE_KEY';

/** For runs on this computer alone. */
export const noRemote: FoundRemote = {
  endpoint: null,
  underWay: '',
  renderer: {
    nameOf: () => undefined,
    storageOf: () => undefined,
    convert: async () => Promise.reject(new Error('No service was asked for.')),
  },
};

interface RemoteParts {
  readonly engine: SourceInliner;
  readonly version: string;
  readonly reporter: Pick<Reporter, 'note'>;
  readonly services: () => Promise<RemoteServices>;
}

/**
 * Finds the service that a command line names. @throws AppError `invalid-request` if the settings
 * have none of that name
 */
export async function findRemote(
  { name, testMode }: RemoteOptionsGiven,
  { engine, version, reporter, services }: RemoteParts,
): Promise<FoundRemote> {
  const { endpoints, bucketAccess, named, issueOf, names } = await services();
  const found = named(name);
  if (found === undefined) {
    const message = issueOf(name) ?? unknownSentence(name, names());
    throw invalidRequest([{ field: 'remote', message }]);
  }
  const endpoint = testMode ? { ...found, testMode } : found;
  const key = process.env[keyVariable];
  const renderer = createRemoteRenderer({
    endpoints: {
      get: (id) => (id === endpoint.id ? endpoint : endpoints.get(id)),
      ...(isThere(key)
        ? { secretVariable: keyVariable, secretOf: async () => Promise.resolve(key) }
        : { secretOf: async (each) => endpoints.secretOf(each).catch(withVariable(key)) }),
    },
    bucketAccess,
    packer: engine,
    version,
    log: (line) => reporter.note(line),
  });
  const charge = endpoint.testMode ? '' : ', and may charge for it';
  const underWay = `the request may have reached the service ${quote(endpoint.name)}, which then makes the PDF all the same${charge}`;
  return { renderer, endpoint: endpoint.id, underWay };
}

function isThere(key: string | undefined): key is string {
  return key !== undefined && key !== '';
}

/**
 * Adds to the error of a key that is not in the settings that there is a variable for it. @param
 * key what is in the variable, if it is set
 */
function withVariable(key: '' | undefined): (thrown: unknown) => never {
  return (thrown) => {
    if (!(thrown instanceof AppError)) throw thrown;
    const { code, fields = [] } = thrown;
    const isEmpty = key === undefined ? '' : ', which is empty';
    const message = `${thrown.message} Or write it into the variable ${keyVariable}${isEmpty}.`;
    throw new AppError(
      code,
      message,
      fields.map(({ field }) => ({ field, message })),
      { cause: thrown },
    );
  };
}

function unknownSentence(name: string, names: readonly string[]): string {
  const subject = `There is no service ${quote(name)} in the settings`;
  if (names.length === 0) return `${subject}, which have none; add it in the window first.`;
  const others = listInWords(names.map(quote), 'and');
  return `${subject}; ${names.length === 1 ? 'the only one is' : 'there are'} ${others}.`;
}
