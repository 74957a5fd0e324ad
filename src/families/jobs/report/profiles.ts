import { countOf, gapPercent, oneLine, plain } from '../../../reports/format.js';
import type { ProfileSummary } from '../runs/database/summary.js';

/** Greatest number of node types named in a text. Ours: --json has all. */
const MAX_NAMED = 6;

/** Text on a profile database, a line per fact. */
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
    ['job types', `${jobTypes}, of ${sizes} tasks`],
    ['fronts', String(fronts)],
    ['', `proven exact: ${proofs.exact}`],
    ...bounded.map((text) => ['', text] as const),
    ...(proofs.none === 0 ? [] : [['', `without proof: ${proofs.none}`] as const]),
    ['points', `${points}, of which ${dominated} are matched by one of no more cores`],
  ];
  return factLines(rows);
}

/** Lines of facts, their names in one column. */
export function factLines(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, value]) => `${name.padEnd(14)}${value}\n`).join('');
}
