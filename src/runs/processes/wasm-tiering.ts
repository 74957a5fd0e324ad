import { setFlagsFromString } from 'node:v8';

/**
 * Work that a function of WebAssembly does before V8's optimizing compiler compiles it, in V8's units (roughly bytes
 * executed). Our choice: with the 1.8 million of Node 20 a solve of 1,080 nodes takes 4.6 s of CPU, much of it for that
 * compiler; with a hundred million it takes 2.9 s. Solves of 4,320 nodes (28 s) take equally long with either.
 */
const TIERING_BUDGET = 100_000_000;

/**
 * Newest version of V8 that is known to have this setting: Node 20 has 11, Node 22 has 12, Node 24 has 13. V8 would
 * complain about an unknown setting.
 */
const MAX_KNOWN_V8 = 13;

/**
 * Makes LP engines (HiGHS) run unoptimized until optimizing them pays. It is a setting of the whole process, so only
 * Plenum's own programs call it, before an engine is loaded. Results do not depend on it.
 */
export function optimizeEnginesLater(): void {
  const major = Number.parseInt(process.versions.v8, 10);
  if (major <= MAX_KNOWN_V8) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
