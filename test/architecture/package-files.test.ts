import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly files: readonly string[] };

it('the package has every module that is joined, and no other compiled module', () => {
  const text = readFileSync('src/workbench/join-modules.ts', 'utf8');
  const entries = /const ENTRIES = \[([^\]]*)\]/.exec(text)![1]!.match(/[\w/-]+(?=')/g)!;
  const packed = PACKAGE.files.flatMap((file) => /^dist\/src\/(.*)\.js$/.exec(file)?.[1] ?? []);
  expect(packed.toSorted()).toEqual([...entries].toSorted());
  expect(entries.filter((entry) => !existsSync(`src/${entry}.ts`))).toEqual([]);
});
