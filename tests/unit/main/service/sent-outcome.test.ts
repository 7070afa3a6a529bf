import fastify from 'fastify';
import { expect, it } from 'vitest';
import { type FileParts, sendEnd } from '../../../../electron/main/service/http/responses.js';
import { made } from './support/in-memory.js';

const parts = [Buffer.from('%PDF')];
// The PDF is in memory.
const files = {} as FileParts;

it.each([
  ['the service', '/v1/files/x.pdf', 'application/pdf'],
  ['a bucket', undefined, 'application/json; charset=utf-8'],
])('a client that prefers the PDF gets it from %s as %3$s', async (_where, path, type) => {
  if (made.kind !== 'made') throw new Error(made.kind);
  const { response } = made;
  const outcome = { ...made, response: { ...response, ...(path !== undefined && { path }) } };
  const app = fastify();
  app.get('/', async (_request, reply) => {
    await sendEnd(reply, { outcome, parts }, { wantsPdf: true, base: 'http://a.example', files });
    return reply;
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
  await app.close();
});
