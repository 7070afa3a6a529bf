import { codeOf } from '../../../shared/errors.js';
import { quote, withCommas } from '../../../shared/request/text.js';
import { Problem, clientGone, internalProblem } from './problem.js';
import { allowedMethods } from './routes.js';

/**
 * What was thrown while a request was answered, as an answer: a problem as it is, the framework's errors in the service's own form and words.
 * @param contentType of the request
 */
export function problemOf(thrown: unknown, bodyLimit: number, contentType?: string): Problem {
  if (thrown instanceof Problem) return thrown;
  const code = codeOf(thrown);
  if (thrown instanceof SyntaxError) {
    return new Problem(400, 'invalid-json', `The body is not JSON: ${thrown.message}.`);
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(bodyLimit);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongMediaType(contentType);
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new Problem(400, 'invalid-request', 'The body is not as long as Content-Length says.');
  }
  if (code === 'FST_ERR_MAX_PARAM_LENGTH' || code === 'FST_ERR_BAD_URL') {
    return new Problem(404, 'not-found', 'There is nothing at this address.');
  }
  if (code === 'ABORT_ERR' || isBrokenOff(thrown)) return clientGone();
  return internalProblem();
}

/** What Node says of a request whose client goes while its body is read. */
function isBrokenOff(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'aborted' && codeOf(thrown) === 'ECONNRESET';
}

/** What the parser of HTTP does not take, or what takes too long (Node's documentation, "Class: http.Server"). */
export function brokenRequest(error: Error): Problem {
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem(
      431,
      'headers-too-large',
      'The address and the headers are larger than 16 KB.',
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem(408, 'request-timeout', 'The request did not come in within two minutes.');
  }
  return new Problem(400, 'invalid-http', 'The request is not HTTP as it should be.');
}

/** The answer where there is no route for a method and an address. */
export function unknownAddress(method: string, url: string): Problem {
  const [path = ''] = url.split('?');
  const allowed = allowedMethods(path);
  if (allowed === null) {
    return new Problem(
      404,
      'not-found',
      `There is nothing at ${quote(path)}; POST /v1/pdf makes a PDF, GET /docs explains it.`,
    );
  }
  const allow = allowed.join(', ');
  return new Problem(
    405,
    'method-not-allowed',
    `${method} is not allowed at ${quote(path)}; what is: ${allow}.`,
    {
      headers: { allow },
    },
  );
}

/** The answer to a header `Expect` other than the one that there is (RFC 9110, section 10.1.1). */
export function unknownExpectation(expect = ''): Problem {
  return new Problem(
    417,
    'expectation-failed',
    `The header Expect is ${quote(expect)}; only 100-continue is known. Send it, or leave it out.`,
  );
}

function wrongMediaType(contentType: string | undefined): Problem {
  const told =
    contentType === undefined
      ? 'There is no Content-Type'
      : `The Content-Type is ${quote(contentType)}`;
  return new Problem(
    415,
    'unsupported-media-type',
    `${told}; the body has to be JSON, sent with Content-Type: application/json.`,
  );
}

/** Turns away a body that is not sent as it is (RFC 9110, section 8.4). @throws Problem 415 */
export function checkCoding(coding = ''): void {
  if (/^(\s|,|identity)*$/i.test(coding)) return;
  throw new Problem(
    415,
    'unsupported-media-type',
    `The Content-Encoding is ${quote(coding)}; the body has to be sent as it is, not compressed, and without that header.`,
  );
}

/** The answer to a body that is longer than the service takes. */
export function bodyTooLarge(bodyLimit: number): Problem {
  return new Problem(
    413,
    'body-too-large',
    `The body is larger than the ${withCommas(bodyLimit)} bytes that this service takes; leave something out, or name the page by its address.`,
  );
}
