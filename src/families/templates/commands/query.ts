import type { WordsOf } from '../../options.js';
import type { QUERY_OPTIONS } from '../options.js';
import { type Asked, type CommandAnswer, RefusedOption } from '../../commands.js';
import type { Refused } from '../../../instances/fault.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import { answerText } from '../report/database.js';
import { openTemplateDatabase } from '../runs/open-database.js';
import { templateAnswer } from '../runs/query.js';
import type { DatabaseFacts, TemplateDatabase } from '../runs/result.js';

type QueryWords = WordsOf<typeof QUERY_OPTIONS>;

/** Returns a phrase that says which settings the upper bound of a template covers. */
function boundScope({ nodesMayBeOff }: DatabaseFacts): string {
  const nodes =
    nodesMayBeOff === true ? 'with any nodes of groups with mayBeOff on standby' : 'with all nodes on (none sleeps)';
  return `settings of the stored state ${nodes}, before utilisations become whole cores`;
}

/** Runs `plenum templates query`, which returns the template for a state. The result is infeasible if the state is. */
export async function runQuery({ files: [file], words }: Asked): Promise<CommandAnswer | Refused> {
  const { arriving, running, power } = words as unknown as QueryWords;
  const database = await openTemplateDatabase(file!);
  if (!database.ok) return database;
  checkRunning(running, database);
  const answer = templateAnswer(database, { arrivingWorkPerS: arriving, runningCores: running, powerLimitW: power });
  const { brokenLimits: violations, ...own } = answer;
  // The gap of every verb is a share of the bound; the one shown to people is a share of the value.
  const details = Object.fromEntries(Object.entries(own).filter(([key]) => key !== 'gap'));
  const isFeasible = answer.status === 'optimal';
  const { tasksPerJ: objective, boundTasksPerJ: bound } = answer;
  return {
    ok: true,
    ended: isFeasible ? 'done' : 'notFeasible',
    record: {
      instance: database.facts.instanceName,
      feasible: isFeasible,
      objectiveUnit: 'tasks/J',
      ...(isFeasible
        ? { objective, bound, boundScope: boundScope(database.facts), gap: relativeGap(bound, objective) }
        : { gapReason: 'no setting of the state keeps all limits' }),
      violations,
      details: { database: file, ...details },
    },
    text: answerText(file!, answer),
  };
}

function checkRunning(running: readonly number[], { quadrants }: TemplateDatabase): void {
  const names = quadrants.map(({ name }) => name).join(', ');
  if (running.length !== quadrants.length) {
    const allowed = `${quadrants.length} numbers, for the quadrants ${names}`;
    throw new RefusedOption(
      '--running',
      running.join(','),
      allowed,
      'Give one for each, in this order, with commas between.',
    );
  }
  const over = running.findIndex((count, q) => count > quadrants[q]!.cores);
  if (over < 0) return;
  const { name, cores } = quadrants[over]!;
  throw new RefusedOption('--running', running.join(','), `at most ${cores} cores in ${name}`, 'Correct the number.');
}
