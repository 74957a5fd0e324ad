import { answerText } from '../../../families/templates/report/database.js';
import { openTemplateDatabase } from '../../../families/templates/runs/open-database.js';
import { templateAnswer } from '../../../families/templates/runs/query.js';
import type { TemplateDatabase } from '../../../families/templates/runs/result.js';
import { EXIT } from '../../exit-codes.js';
import { OptionError } from '../../options.js';
import { printJson, printLines, refuse } from '../../output.js';

export interface QueryOptions {
  readonly arriving: number;
  readonly running: readonly number[];
  readonly power: number;
  readonly json: boolean;
}

/** `plenum templates query`. Returns the exit code: that of no feasible plan for an infeasible state. */
export async function queryCommand(file: string, { arriving, running, power, json }: QueryOptions): Promise<number> {
  const database = await openTemplateDatabase(file);
  if (!database.ok) return refuse(database.problems, json);
  checkRunning(running, database);
  const answer = templateAnswer(database, { arrivingWorkPerS: arriving, runningCores: running, powerLimitW: power });
  if (json) printJson({ database: file, ...answer });
  else printLines(answerText(file, answer));
  return answer.status === 'optimal' ? EXIT.solved : EXIT.noFeasiblePlan;
}

function checkRunning(running: readonly number[], { quadrants }: TemplateDatabase): void {
  const names = quadrants.map(({ name }) => name).join(', ');
  if (running.length !== quadrants.length) {
    const allowed = `${quadrants.length} numbers, for the quadrants ${names}`;
    throw new OptionError(
      '--running',
      running.join(','),
      allowed,
      'Give one for each, in this order, with commas between.',
    );
  }
  const over = running.findIndex((count, q) => count > quadrants[q]!.cores);
  if (over < 0) return;
  const { name, cores } = quadrants[over]!;
  throw new OptionError('--running', running.join(','), `at most ${cores} cores in ${name}`, 'Correct the number.');
}
