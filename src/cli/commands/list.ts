import { join } from 'node:path';
import type { Family } from '../../families/family.js';
import { FAMILIES } from '../../families/registry.js';
import { list } from '../../workbench/list.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines } from '../output.js';

/** Runs `plenum list`, which prints methods, LP engines and bundled instances. Returns the exit code. */
export async function listCommand(
  packageDirectory: string,
  options: { readonly json: boolean },
  families: readonly Family[] = FAMILIES,
): Promise<number> {
  const { envelopeVersion, methods, engines, studies, instances } = await list(
    join(packageDirectory, 'instances'),
    families,
  );
  if (options.json) {
    printJson({ envelopeVersion, methods, engines, studies, instances: instances.map(({ record }) => record) });
    return EXIT.solved;
  }
  const blocks = [
    ...families.flatMap(({ name, methodsHeading }) =>
      methodsHeading === undefined
        ? []
        : [[methodsHeading, ...methods.filter(({ family }) => family === name).map(methodLine)]],
    ),
    ['LP engines (--engine)', `  ${engines.join(', ')}`],
    ...(studies.length === 0
      ? []
      : [
          [
            'Studies (plenum study run)',
            ...studies.map(({ name, description }) => `  ${name.padEnd(20)} ${description}`),
          ],
        ]),
    ...families.map(({ name, listHeading }) => [
      listHeading,
      ...instances
        .filter(({ record }) => record.family === name)
        .map(({ record, text }) => `  ${record.file}  ${text}`),
    ]),
  ];
  printLines(blocks.map((lines) => lines.join('\n')).join('\n\n'));
  return EXIT.solved;
}

function methodLine({ name, summary }: { readonly name: string; readonly summary: string }): string {
  return `  ${name.padEnd(16)} ${summary}`;
}
