// Looks up `s3.localtest` and every name below it as 127.0.0.1, in the process that loads this:
// `import` it in a test, or give `NODE_OPTIONS=--import=<this file's URL>` to a process that a test
// starts. For buckets that are hosts of their own.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const { lookup } = dns;
const lookupAsPromise = dns.promises.lookup;

/** @param {string} host */
const meant = (host) => (/(^|\.)s3\.localtest$/i.test(host) ? '127.0.0.1' : host);

Object.assign(dns, {
  lookup: (/** @type {[string, ...unknown[]]} */ ...[host, ...rest]) =>
    Reflect.apply(lookup, dns, [meant(host), ...rest]),
});
Object.assign(dns.promises, {
  lookup: (/** @type {[string, ...unknown[]]} */ ...[host, ...rest]) =>
    Reflect.apply(lookupAsPromise, dns.promises, [meant(host), ...rest]),
});
syncBuiltinESMExports();
