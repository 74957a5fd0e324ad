import { isProductProven, productGap } from '../../../../../models/families/jobs/profile.js';
import { facilityDigest, type ProfileContent } from './content.js';
import type { StatedContent } from './form.js';

export interface ProfileSummary {
  readonly plenumVersion: string;
  readonly seed: number;
  readonly nodeLimit: number;
  readonly goal?: 'product';
  readonly levelsOf: ProfileContent['levelsOf'];
  readonly madeForSha256: string;
  readonly nodeTypes: readonly { readonly name: string; readonly cores: number; readonly levels: number }[];
  readonly jobTypes: number;
  readonly types: readonly { readonly name: string; readonly tasks: number }[];
  /** Number of tasks of the smallest and the largest job type. */
  readonly tasks: { readonly least: number; readonly most: number };
  readonly fronts: number;
  /** Number of fronts with each kind of proof. */
  readonly proofs: Readonly<Record<'exact' | 'bounded' | 'none', number>>;
  /**
   * Number of 'bounded' fronts whose least product of time and energy is proven nevertheless: it equals the lower bound
   * to a relative 1e-9.
   */
  readonly provenProducts: number;
  /**
   * Largest optimality gap (1 - bound / product) of the least product of time and energy over bounded fronts; null if
   * none of them has points.
   */
  readonly largestGap: number | null;
  readonly points: number;
  readonly dominated: number;
}

export function profileSummary({ content, marks }: StatedContent): ProfileSummary {
  const { plenumVersion, effort, levelsOf, nodeTypes, types, profiles } = content;
  const fronts = profiles.flat().flatMap((profile) => profile.fronts);
  const bounded = fronts.filter(({ proof }) => proof.kind === 'bounded');
  const gaps = bounded.flatMap((front) => productGap(front) ?? []);
  const count = (kind: string): number => fronts.filter(({ proof }) => proof.kind === kind).length;
  const tasks = types.map((type) => type.tasks.length);
  return {
    plenumVersion,
    ...effort,
    levelsOf,
    madeForSha256: facilityDigest(content),
    nodeTypes: nodeTypes.map(({ name, coresPerNode, power }) => {
      return { name, cores: coresPerNode, levels: power.dynamicPowerW.length };
    }),
    jobTypes: types.length,
    types: types.map((type) => ({ name: type.name, tasks: type.tasks.length })),
    tasks: { least: tasks.reduce((a, b) => Math.min(a, b)), most: tasks.reduce((a, b) => Math.max(a, b)) },
    fronts: fronts.length,
    proofs: { exact: count('exact'), bounded: count('bounded'), none: count('none') },
    provenProducts: bounded.filter(isProductProven).length,
    largestGap: gaps.length === 0 ? null : gaps.reduce((a, b) => Math.max(a, b)),
    points: fronts.reduce((sum, { points }) => sum + points.length, 0),
    dominated: marks.flat(3).filter(({ dominated }) => dominated).length,
  };
}
