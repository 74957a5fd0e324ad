import type { WordsOf } from '../../../options.js';
import type { PROFILES_CHECK_OPTIONS } from '../../options.js';
import type { Refused } from '../../../../instances/fault.js';
import { countOf, oneLine } from '../../../../reports/format.js';
import { violationLines } from '../../../../reports/wording.js';
import type { Asked, CommandAnswer } from '../../../commands.js';
import { checkedTypes, type CheckedTypes } from '../../check/checked-types.js';
import { loadJobsInstance } from '../../instances/load.js';
import { NOT_JUDGED } from '../../report/profiles.js';
import { checkProfiles, type ProfileFindings, typesOfDatabase } from '../../runs/database/check.js';
import type { ProfileContent } from '../../runs/database/content.js';
import { openProfileDatabase } from '../../runs/database/open.js';

type CheckWords = WordsOf<typeof PROFILES_CHECK_OPTIONS>;

/**
 * Runs `plenum profiles check`, which checks every design point of a database with independent code. The result is
 * infeasible if any design point is wrong.
 */
export async function runCheck({ files: [file], words }: Asked): Promise<CommandAnswer | Refused> {
  const { instance } = words as unknown as CheckWords;
  // Whatever can be read is judged, and by the checker alone.
  const opened = await openProfileDatabase(file!, 'readable');
  if (!opened.ok) return opened;
  const { content, contentSha256 } = opened;
  const judged = typesFor(content, file!, instance);
  if (!judged.ok) return judged;
  const { violations, ...findings } = checkProfiles(opened, judged.types);
  const feasible = violations.length === 0;
  const against = instance ?? null;
  return {
    ok: true,
    ended: feasible ? 'done' : 'notFeasible',
    record: {
      instance: content.instanceName,
      seed: content.effort.seed,
      feasible,
      violations,
      details: { database: file, contentSha256, against, ...findings, notJudged: NOT_JUDGED },
    },
    text: lines(file!, against, { violations, ...findings }).join('\n'),
  };
}

/**
 * Returns the job types by which design points are judged: those of the given instance or, without one, those stored in
 * the database.
 */
function typesFor(
  content: ProfileContent,
  file: string,
  instance: string | undefined,
): { readonly ok: true; readonly types: CheckedTypes } | Refused {
  if (instance === undefined) return { ok: true, types: typesOfDatabase(content) };
  const loaded = loadJobsInstance(instance);
  if (!loaded.ok) return loaded;
  const types = checkedTypes(loaded.instance, loaded.workload);
  const known =
    content.types.some(({ name }) => types.typeOf.has(name)) &&
    content.nodeTypes.some(({ name }) => types.nodeTypeOf.has(name));
  if (known) return { ok: true, types };
  const value = `profiles of "${content.instanceName}": no job type and node type of "${loaded.instance.name}"`;
  const allowed = 'a database with job types and node types of the instance';
  return { ok: false, faults: [{ file, path: '', value, allowed, remedy: 'Name the instance it was built from.' }] };
}

function lines(
  file: string,
  against: string | null,
  { violations, checked, skipped, claimed }: ProfileFindings,
): string[] {
  const { profiles, fronts, points } = checked;
  const by = against === null ? 'by the times and powers in the database' : `by ${oneLine(against)}`;
  return [
    `${violations.length === 0 ? 'Nothing is broken' : 'BROKEN'}: ${oneLine(file)}, ${countOf(points, 'point')} of ${countOf(fronts, 'front')} of ${countOf(profiles, 'profile')}, ${by}.`,
    ...violationLines(violations),
    ...(skipped === 0
      ? []
      : [`Not judged: ${countOf(skipped, 'profile')} of job types or node types that the instance does not have.`]),
    'Judged: order, levels, times and energies of every point, the order of fronts, marks, and bounds against the least product.',
    `${NOT_JUDGED} Claimed: ${countOf(claimed.exact, 'front')} exact, ${claimed.bounded} bounded; ${claimed.none} without proof.`,
  ];
}
