// Resolves `s3.localtest` and its subdomains to 127.0.0.1 in the process that loads this file:
// `import` it in a test, or set `NODE_OPTIONS=--import=<this file's URL>` for a child process. For
// virtual-host buckets.
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
