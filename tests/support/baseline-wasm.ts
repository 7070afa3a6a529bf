/**
 * A switch of Node that compiles WebAssembly once and without optimization. A test has the embedded
 * database open too shortly to gain from optimized code, whose compilation is half of the processor
 * time of opening it.
 */
export const baselineWasm = '--liftoff-only';
