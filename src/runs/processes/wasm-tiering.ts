import { setFlagsFromString } from 'node:v8';

/**
 * Amount of work that a WebAssembly function does before V8's optimizing compiler compiles it, in V8's units (roughly
 * bytes executed). Our choice: with Node 20's 1.8 million, a solve of 1,080 nodes takes 4.6 s of CPU time, much of it
 * in the compiler. With a hundred million it takes 2.9 s. Solves of 4,320 nodes (28 s) take equally long.
 */
const TIERING_BUDGET = 100_000_000;

/**
 * Newest major version of V8 that is known to have the setting: Node 20 has 11, Node 22 has 12, Node 24 has 13. V8
 * would print an error for an unknown setting.
 */
const MAX_KNOWN_V8 = 13;

/**
 * Makes LP engines (HiGHS) run unoptimized WebAssembly until optimizing them pays. The setting applies to the whole
 * process, so only Plenum's own programs call this, before they load an engine. Results do not depend on it.
 */
export function optimizeEnginesLater(): void {
  const major = Number.parseInt(process.versions.v8, 10);
  if (major <= MAX_KNOWN_V8) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
