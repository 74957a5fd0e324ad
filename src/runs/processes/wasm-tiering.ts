import { setFlagsFromString } from 'node:v8';

/**
 * Units of work (roughly bytes executed) after which V8's optimizing compiler compiles a WebAssembly function. Our
 * choice: with 1.8 million, the default in Node 20, a solve of 1,080 nodes takes 4.6 s of CPU time, much of it in the
 * compiler. With a hundred million it takes 2.9 s. Solves of 4,320 nodes (28 s) are not affected.
 */
const TIERING_BUDGET = 100_000_000;

/**
 * Newest major version of V8 known to have the setting `wasm-tiering-budget`: Node 20 has 11, Node 22 has 12, Node 24
 * has 13. V8 would print an error for an unknown setting.
 */
const MAX_KNOWN_V8 = 13;

/**
 * Makes V8 optimize the WebAssembly code of LP engines (HiGHS) later, so that short solves do not wait for it. The
 * setting affects the whole process: only Plenum's own programs call this, before they load an engine. Results do not
 * depend on it.
 */
export function optimizeEnginesLater(): void {
  const major = Number.parseInt(process.versions.v8, 10);
  if (major <= MAX_KNOWN_V8) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
