import { S_PER_H } from '../../../../../models/units.js';
import type { DesignPoint } from '../../../../../models/families/jobs/design-point.js';
import type { Violation } from '../../../../../models/families/violation.js';
import { Faults } from '../../../../check/faults.js';
import { judgeProfile, type MarkedPoint, type StoredProfile } from '../../check/check-profile.js';
import type { CheckedTypes } from '../../check/checked-types.js';
import { edgesOf, type PointMarks, type ProfileContent, timesOf } from './content.js';
import type { StatedContent } from './form.js';

/** Findings of the independent checker on a profile database. */
export interface ProfileFindings {
  readonly violations: readonly Violation[];
  readonly checked: { readonly profiles: number; readonly fronts: number; readonly points: number };
  /** Number of profiles that were skipped because the instance lacks their job type or node type. */
  readonly skipped: number;
  /** Number of checked fronts by the claim that the database makes about them. */
  readonly claimed: Readonly<Record<'exact' | 'bounded' | 'none', number>>;
}

/** Checks the profiles whose job type and node type are in `types`; skips the others. */
export function checkProfiles(stated: StatedContent, types: CheckedTypes): ProfileFindings {
  const faults = new Faults();
  const checked = { profiles: 0, fronts: 0, points: 0 };
  const claimed = { exact: 0, bounded: 0, none: 0 };
  let skipped = 0;
  for (const profile of storedProfiles(stated)) {
    if (!types.typeOf.has(profile.jobType) || !types.nodeTypeOf.has(profile.nodeType)) {
      skipped++;
      continue;
    }
    judgeProfile(types, profile, faults);
    checked.profiles++;
    for (const { points, proof } of profile.fronts) {
      checked.fronts++;
      checked.points += points.length;
      claimed[proof]++;
    }
  }
  return { violations: faults.violations(), checked, skipped, claimed };
}

function* storedProfiles({ content, marks }: StatedContent): Iterable<StoredProfile> {
  for (const [t, row] of content.profiles.entries()) {
    const { name: jobType, tasks } = content.types[t]!;
    for (const [n, { fronts }] of row.entries()) {
      const nodeType = content.nodeTypes[n]!.name;
      yield {
        jobType,
        nodeType,
        fronts: fronts.map(({ cores, points, proof }, k) => ({
          cores,
          proof: proof.kind,
          productBoundSJ: proof.kind === 'bounded' ? proof.productBoundSJ : null,
          points: points.map((point, p) => markedPoint({ jobType, nodeType }, tasks, point, marks[t]![n]![k]![p]!)),
        })),
      };
    }
  }
}

function markedPoint(
  names: Pick<MarkedPoint, 'jobType' | 'nodeType'>,
  tasks: readonly string[],
  { cores, timeS, energyJ, coreOf, levelOf, order }: DesignPoint,
  marks: PointMarks,
): MarkedPoint {
  const inOrder = Array.from(order, (task) => ({
    task: tasks[task] ?? `number ${task}`,
    core: coreOf[task] ?? 0,
    level: levelOf[task] ?? 0,
  }));
  return { ...names, ...marks, cores, timeS, energyJ, tasks: inOrder };
}

/** Returns the platform and job types stored in a database, for a check without the instance. */
export function typesOfDatabase({ levelsOf, nodeTypes, types }: ProfileContent): CheckedTypes {
  return {
    platform: {
      // Times and transfers of the tables are in seconds already.
      bytesPerS: 1,
      referenceGHz: 1,
      mayChangeLevels: levelsOf === 'task',
      nodeTypes: nodeTypes.map(({ name, coresPerNode, power }) => ({
        name,
        nodes: 1,
        cores: coresPerNode,
        speed: 1,
        aloneS: new Map(),
        frequenciesGHz: Array.from(power.dynamicPowerW, () => 1),
        dynamicW: [...power.dynamicPowerW],
        staticW: power.staticPowerW,
      })),
    },
    nodeTypeOf: new Map(nodeTypes.map(({ name }, n) => [name, n])),
    types: types.map(({ name, tasks, graphs }) => {
      const needs = tasks.map((): { from: number; transferS: number }[] => []);
      for (const [from, to, transferS] of edgesOf(graphs[0]!)) needs[to]!.push({ from, transferS });
      const timeS = graphs.map(timesOf);
      const fastest = timeS[0]!.map((levels) => levels.at(-1)!);
      return {
        name,
        needs,
        timeS,
        taskOf: new Map(tasks.map((task, n) => [task, n])),
        // Not known, and not asked for: values of jobs are in no database.
        leastTimeS: NaN,
        workCoreH: fastest.reduce((sum, taskS) => sum + taskS, 0) / S_PER_H,
      };
    }),
    typeOf: new Map(types.map(({ name }, t) => [name, t])),
  };
}
