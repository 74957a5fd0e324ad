import { countOf, gapPercent, oneLine, plain, significant, inUnit } from '../../../reports/format.js';
import { shownViolations } from '../../../reports/wording.js';
import type { Goal, ProfileAnswer } from '../runs/database/query.js';
import type { ProfileSummary } from '../runs/database/summary.js';

/** Maximum number of node types named in the text output; --json lists all. */
const MAX_NAMED = 6;

/** Returns the summary of a profile database as text, one fact per line. */
export function profilesText(instance: string, summary: ProfileSummary): string {
  const { plenumVersion, seed, nodeLimit, levelsOf, madeForSha256, nodeTypes, jobTypes, tasks } = summary;
  const { fronts, proofs, provenProducts, largestGap, points, dominated } = summary;
  const named = nodeTypes
    .slice(0, MAX_NAMED)
    .map(({ name, cores, levels }) => `${oneLine(name)} (${countOf(cores, 'core')}, ${countOf(levels, 'level')})`);
  const more = nodeTypes.length - named.length;
  const sizes = tasks.least === tasks.most ? String(tasks.least) : `${tasks.least} to ${tasks.most}`;
  const bounded =
    proofs.bounded === 0
      ? []
      : [
          `bounded: ${proofs.bounded}, the least product proven in ${provenProducts}, largest gap ${plain(gapPercent(largestGap), 'no points')}`,
        ];
  const rows: readonly (readonly [string, string])[] = [
    ['built from', oneLine(instance)],
    ['made by', `Plenum ${plenumVersion}, seed ${seed}, ${nodeLimit} nodes of the exact search per front`],
    ['made for', `SHA-256 ${madeForSha256.slice(0, 12)}, levels of ${levelsOf}s`],
    ['node types', `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`],
    ['job types', `${jobTypes}, of ${sizes} ${sizes === '1' ? 'task' : 'tasks'}`],
    ['fronts', String(fronts)],
    ['', `proven exact: ${proofs.exact}`],
    ...bounded.map((text) => ['', text] as const),
    ...(proofs.none === 0 ? [] : [['', `without proof: ${proofs.none}`] as const]),
    ['points', `${points}, of which ${dominated} are matched by one of no more cores`],
  ];
  return factLines(rows);
}

/** Returns pairs of name and value as lines of text: names in one column, values in the next. */
export function factLines(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, value]) => `${name.padEnd(14)}${value}\n`).join('');
}

/** Names of query goals in the text output. */
const GOALS: Readonly<Record<Goal, string>> = {
  product: 'least product of time and energy',
  time: 'least time',
  energy: 'least energy',
};

/**
 * Returns the answer to a query of a profile database as text: the design, or the limits that no stored point keeps.
 *
 * @param gap optimality gap of the design in the goal; null if no bound on the goal is proven
 */
export function designText(
  file: string,
  jobType: string,
  goal: Goal,
  answer: ProfileAnswer,
  gap: number | null,
): string {
  const { design, fronts, points, violations } = answer;
  const asked = `${GOALS[goal]} of ${oneLine(jobType)}, among ${countOf(points, 'point')} of ${countOf(fronts, 'front')}`;
  const rows: [string, string][] = [
    ['database', file],
    ['asked', asked],
  ];
  if (design === null) {
    const { texts, more } = shownViolations(violations);
    const why = [...texts.map((text) => oneLine(text)), ...(more > 0 ? [`and ${more} more`] : [])];
    return factLines([
      ...rows,
      ['answer', `NONE within the limits: ${why.length === 0 ? 'no points' : why.join('; ')}`],
    ]);
  }
  const { timeS, energyJ, productSJ, cores, point, nodeType, proof, dominated, tasks } = design;
  const note = dominated ? '; another of no more cores has no more time and energy' : '';
  rows.push(
    [
      'design',
      `${countOf(cores, 'core')} of ${oneLine(nodeType)}, point ${point} of a front with proof: ${proof}${note}`,
    ],
    ['time', plain(inUnit(timeS, 's'))],
    ['energy', plain(inUnit(energyJ, 'J'))],
    ['product', `${significant(productSJ)} s J`],
    ['gap', plain(gapPercent(gap), 'not all fronts are proven in this')],
  );
  const width = Math.max('task'.length, ...tasks.map(({ task }) => oneLine(task).length));
  const lines = tasks.map(({ task, core, level, startS, endS }) => {
    const moments = [startS, endS].map((momentS) => significant(momentS).padStart(12)).join('');
    return `${oneLine(task).padEnd(width)}${String(core).padStart(6)}${String(level).padStart(7)}${moments}`;
  });
  const head = `${'task'.padEnd(width)}  core  level${'start, s'.padStart(12)}${'end, s'.padStart(12)}`;
  return `${factLines(rows)}\n${[head, ...lines].join('\n')}`;
}

/** Sentence on what a check of a profile database cannot decide. */
export const NOT_JUDGED =
  'That a front lacks no point, and that a bound holds, is claimed by the search that proved it and not judged here.';
