import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** What is used here of a global that Node has and its types leave out. */
declare const WebAssembly: { compile(program: Uint8Array): Promise<object> };

let compiled: Promise<object> | null = null;

/**
 * HiGHS' program, compiled in the first call: code without memory, so that all instances share it and nothing that one of them
 * does reaches another. Compiling it, and making the code fast while it runs, costs most of what an instance costs.
 */
export function highsProgram(): Promise<object> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<object> {
  return WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('highs/runtime')));
}
