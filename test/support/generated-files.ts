import type { GeneratedFile } from '../../src/families/family.js';
import { FAMILIES } from '../../src/families/registry.js';
import { generatedFiles } from '../../src/workbench/bundled.js';

let files: Promise<readonly GeneratedFile[]> | undefined;

/** Every committed file that follows from the code, made once for all test files that look at them. */
export function generatedOfAll(): Promise<readonly GeneratedFile[]> {
  return (files ??= generatedFiles(FAMILIES));
}
