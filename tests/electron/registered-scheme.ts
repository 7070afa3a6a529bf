// Replaces tests/integration/support/local-scheme.ts, because `worker/main.cjs` has registered the
// scheme before Electron was ready.
export {};
