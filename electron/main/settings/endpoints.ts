import { join } from 'node:path';
import { z } from 'zod';
import { type RemoteEndpoint, remoteEndpointSchema } from '../../shared/endpoints.js';
import { NamedList } from './named-list.js';

const schema = z.object({ version: z.literal(1), endpoints: z.array(z.unknown()) });

/** The services that make PDFs for the person. */
export class Endpoints extends NamedList<RemoteEndpoint, typeof schema> {
  /** @param folder Platen's own */
  constructor(folder: string) {
    super({
      path: join(folder, 'endpoints.json'),
      schema,
      entry: remoteEndpointSchema,
      listIn: ({ endpoints }) => endpoints,
      contentOf: (endpoints) => ({ version: 1, endpoints: [...endpoints] }),
      noun: 'service',
      nouns: 'services to render on',
    });
  }
}
