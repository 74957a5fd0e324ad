import type { OperatingPoint } from '../cut-bounds.js';
import type { Template, TemplateBinding } from '../../../../../models/families/templates/template.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { awakeAboveMean, withoutWorkW } from '../../../../../models/families/templates/standby.js';
import type { CoolingFactor } from '../cooling-factor.js';
import { finished } from '../finish.js';
import { fewestNodes, wholeNodes } from './awake.js';
import { programOfNodes } from './programs.js';
import { SettledRoom, type Wanted } from './settled-room.js';

/** Maximum number of cached searches; each belongs to one combination of vents and running nodes. */
const MAX_ROOMS = 256;

/** Setting for given vents and given numbers of running nodes. */
export interface StandbyPlan {
  readonly vents: number;
  readonly awake: Int32Array;
  readonly point: OperatingPoint;
  /** Maximum work that the outlet limit allows with these nodes at the coolest set-point, tasks/s. */
  readonly stopsAtPerS: number;
}

/** Finds the best setting for given vents and running nodes, all with the same running cores; it caches searches. */
export class NodePlans {
  readonly fewest: Int32Array;
  private readonly rooms = new Map<string, SettledRoom>();

  constructor(
    private readonly model: TemplatesModel,
    private readonly factor: CoolingFactor,
    private readonly lower: Float64Array,
  ) {
    this.fewest = fewestNodes(model, lower);
  }

  /**
   * Returns the best plan for these nodes and vents, with an upper bound on its work per energy, tasks/J. If no plan is
   * better than `enough`, the plan is null and the bound at most `enough`.
   */
  best(
    vents: number,
    awake: Int32Array,
    wanted: Wanted,
    enough: number,
  ): { readonly plan: StandbyPlan | null; readonly boundTasksPerJ: number } {
    const room = this.roomOf(vents, awake);
    const quick = room.quickBound(wanted);
    if (quick < 0 || (enough >= 0 && quick <= enough)) return { plan: null, boundTasksPerJ: quick };
    const { point, boundTasksPerJ, stopsAtPerS } = room.best(wanted, enough);
    const isWithin = point !== null && point.totalW <= wanted.limitW * (1 + 1e-9);
    return { plan: isWithin ? { vents, awake, point, stopsAtPerS } : null, boundTasksPerJ };
  }

  /** Returns the number of nodes of each block that a plan's work needs at its set-point. */
  needed({ vents, awake, point: { setPointC, utilisation } }: StandbyPlan): Int32Array {
    const { model } = this;
    const { blocks, outletLimitC } = model;
    const count = blocks.length;
    const rise = model.outletRiseKPerW[vents]!;
    const powerW = blocks.map((block, b) => withoutWorkW(block, awake[b]!) + block.busyW * utilisation[b]!);
    return Int32Array.from(blocks, ({ standby, nodeCount, idleW, busyW }, i) => {
      if (standby === undefined) return nodeCount;
      let inletC = setPointC - standby.ownRiseKPerW * powerW[i]!;
      for (let b = 0; b < count; b += 1) inletC += rise[i * count + b]! * powerW[b]!;
      const spareW = (outletLimitC - inletC) / standby.ownRiseKPerW - idleW;
      const reach = busyW > 0 ? Math.min(1, spareW / busyW) : 1;
      const nodes = reach > 0 ? (nodeCount * utilisation[i]!) / reach : nodeCount;
      // The last bits of the outlet that stops the set-point.
      return Math.min(nodeCount, Math.max(this.fewest[i]!, wholeNodes(nodes - 1e-7)));
    });
  }

  finished(
    { vents, awake, point }: StandbyPlan,
    finding: {
      readonly state: number;
      readonly boundTasksPerJ: number;
      readonly binding: TemplateBinding;
      readonly limitW: number;
      readonly topPerS: number;
    },
  ): Template {
    const { model, factor, lower } = this;
    const { data } = this.roomOf(vents, awake).program;
    const riseK = (_: number, utilisation: Float64Array): number => hottestRiseK(model, vents, awake, utilisation);
    const runningRiseK = (_: number, lowerByQuadrant: Float64Array): number =>
      riseK(
        vents,
        Float64Array.from(data.quadrant, (q) => lowerByQuadrant[q]!),
      );
    const room = { model, data, factor, riseK, runningRiseK };
    return finished(room, { ...finding, vents, point, lower, awakeNodes: awake });
  }

  private roomOf(vents: number, awake: Int32Array): SettledRoom {
    const key = `${vents} ${awake.join()}`;
    const known = this.rooms.get(key);
    if (known !== undefined) return known;
    if (this.rooms.size >= MAX_ROOMS) this.rooms.clear();
    const made = new SettledRoom(programOfNodes(this.model, vents, awake, this.lower), this.factor);
    this.rooms.set(key, made);
    return made;
  }
}

/** Returns the rise of the hottest node's outlet above the set-point, K. */
export function hottestRiseK(
  { blocks, outletRiseKPerW }: TemplatesModel,
  vents: number,
  awake: Int32Array,
  utilisation: Float64Array,
): number {
  const count = blocks.length;
  const rise = outletRiseKPerW[vents]!;
  const powerW = blocks.map((block, b) => withoutWorkW(block, awake[b]!) + block.busyW * utilisation[b]!);
  let hottest = -Infinity;
  for (const [i, block] of blocks.entries()) {
    const { idleK, perUtilisationK } = awakeAboveMean(block, awake[i]!);
    let sum = idleK + perUtilisationK * utilisation[i]!;
    for (let b = 0; b < count; b += 1) sum += rise[i * count + b]! * powerW[b]!;
    hottest = Math.max(hottest, sum);
  }
  return hottest;
}
