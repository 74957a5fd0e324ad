import type { WordsOf } from '../../../options.js';
import type { PROFILES_QUERY_OPTIONS } from '../../options.js';
import { choiceFault } from '../../../../instances/choice-fault.js';
import type { Refused } from '../../../../instances/fault.js';
import { relativeGap } from '../../../../runs/relative-gap.js';
import { type Asked, type CommandAnswer, RefusedOption } from '../../../commands.js';
import { designText } from '../../report/profiles.js';
import { mostCores, type ProfileContent } from '../../runs/database/content.js';
import { openedIn } from '../../runs/database/open.js';
import { answerOf, type Goal, type ProfileRequest, valueOf } from '../../runs/database/query.js';

type QueryWords = WordsOf<typeof PROFILES_QUERY_OPTIONS>;

/** Unit of each goal that a query can minimize. */
const UNITS: Readonly<Record<Goal, string>> = { product: 's J', time: 's', energy: 'J' };

/**
 * Runs `plenum profiles query`, which finds a design point in a database. The result is infeasible if no design point
 * is within the limits.
 */
export async function runQuery({ files: [file], words, kept = new Map() }: Asked): Promise<CommandAnswer | Refused> {
  const opened = await openedIn(kept, file!);
  if (!opened.ok) return opened;
  const { content } = opened;
  const question = questionOf(content, words as unknown as QueryWords);
  const { goal, withinS, withinJ } = question;
  const answer = answerOf(opened, question);
  const { design, bound, violations, fronts, points } = answer;
  const objective = design === null ? null : valueOf(goal, design);
  const gap = objective === null || bound === null ? null : relativeGap(bound, objective);
  const jobType = content.types[question.type]!.name;
  const limits = { withinS: finite(withinS), withinJ: finite(withinJ) };
  const isFeasible = design !== null;
  return {
    ok: true,
    ended: isFeasible ? 'done' : 'notFeasible',
    record: {
      instance: content.instanceName,
      seed: content.effort.seed,
      feasible: isFeasible,
      objectiveUnit: UNITS[goal],
      ...(isFeasible && bound !== null
        ? { objective, bound, boundScope: 'designs of the job type on these node types and numbers of cores', gap }
        : { objective, gapReason: isFeasible ? 'a front is not proven in this' : 'no point is within the limits' }),
      violations,
      details: { database: file, jobType, goal, ...limits, fronts, points, design },
    },
    text: designText(file!, jobType, goal, answer, gap).trimEnd(),
  };
}

function finite(limit: number): number | null {
  return limit === Infinity ? null : limit;
}

/**
 * Returns the user's query with indices instead of names of job type and node type.
 *
 * @throws RefusedOption if the database lacks a name, or if a job of the type cannot use so many cores
 */
function questionOf(content: ProfileContent, words: QueryWords): ProfileRequest {
  const { cores = null, least, within = Infinity, energy = Infinity } = words;
  const place = (option: string, name: string, known: readonly string[]): number => {
    const found = known.indexOf(name);
    if (found < 0) throw RefusedOption.of(choiceFault(option, name, known));
    return found;
  };
  const type = place(
    '--type',
    words.type,
    content.types.map(({ name }) => name),
  );
  const names = content.nodeTypes.map(({ name }) => name);
  const nodeTypes = words.nodeType === undefined ? [...names.keys()] : [place('--node-type', words.nodeType, names)];
  const most = Math.max(...nodeTypes.map((n) => mostCores(content.nodeTypes[n]!, content.types[type]!.graphs[n]!)));
  if (cores !== null && cores > most) {
    throw new RefusedOption(
      '--cores',
      cores,
      `1 to ${most}: the tasks of "${words.type}", and the cores of a node`,
      'Name fewer.',
    );
  }
  return { type, nodeTypes, cores, goal: least, withinS: within, withinJ: energy };
}
