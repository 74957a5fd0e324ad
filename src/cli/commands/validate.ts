import { openProblem } from '../../runs/open.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';

/** `plenum validate`: everything that is refused before a solve, all at once. Exit code 0 or 2. */
export function validateCommand(files: readonly string[], options: { readonly json: boolean }): number {
  const opened = files.map((file) => ({ file, answer: openProblem(file) }));
  const problems = opened.flatMap(({ answer }) => (answer.ok ? [] : answer.problems));
  if (problems.length > 0) return refuse(problems, options.json);
  const valid = opened.flatMap(({ file, answer }) =>
    answer.ok
      ? [
          {
            file,
            instance: answer.instance.name,
            nodes: answer.matrix.zones.reduce((sum, zone) => sum + zone.nodeCount, 0),
            zones: answer.matrix.zones.length,
            cracs: answer.matrix.cracNames.length,
            taskTypes: answer.problem.taskNames.length,
            matrixProvenance: answer.matrix.provenance,
            warnings: answer.warnings,
          },
        ]
      : [],
  );
  if (options.json) printJson({ valid: true, instances: valid });
  else {
    for (const { file, nodes, zones, cracs, taskTypes, warnings } of valid) {
      printLines(`${file}: valid (${nodes} nodes in ${zones} zones, ${cracs} CRACs, ${taskTypes} task types)`);
      for (const warning of warnings) printLines(`  warning: ${warning}`);
    }
  }
  return EXIT.solved;
}
