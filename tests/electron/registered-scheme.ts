// Stands in for tests/integration/support/local-scheme.ts, as `worker/main.cjs` has registered the
// scheme before Electron was ready.
export {};
