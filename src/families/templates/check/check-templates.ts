import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { Template } from '../../../../models/families/templates/template.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault } from '../../../check/findings.js';
import { RoomAir } from './air.js';
import { Ceiling } from './ceiling.js';
import { addBindingFault, addBoundFaults, addClaimFaults, addInfeasibleFaults, type Claims } from './claims.js';
import { effectOf, wholeEffectOf } from './effect.js';
import { addEffectLimits, addSetPointRange, addUtilisationLimits, workLimitPerS } from './limits.js';
import { type CheckedRoom, checkedRoom } from './room.js';
import { PriceProof } from './proof.js';
import { RunningCores } from './running-cores.js';
import { RunningNodes } from './running-nodes.js';
import { type GridState, gridState } from './state.js';
import { addCeilingFaults, addCoreFaults, addTemplateFaults } from './template-faults.js';
import type { LeastPower, TemplateVerdict } from './verdict.js';

export type TemplatesChecker =
  | { readonly ok: true; readonly check: CheckTemplates }
  /** Result if the checker cannot use the instance or its influence matrices; `faults` lists the reasons. */
  | { readonly ok: false; readonly faults: readonly Violation[] };

/** Maximum number of entries of factorized influence matrices in the cache: 256 MB. */
const MAX_KEPT = 32_000_000;

/**
 * Returns the checker for the templates of an instance, or the reasons why there is none. It recomputes work, power and
 * temperatures of a template (Eqs. 48, 54, 55, 61-67) from the instance and the influence matrices. It shares no code
 * with the models (docs/templates/checker.md).
 *
 * @param matrices influence matrix of each vent combination; the vents of the first quadrant vary slowest
 * @throws CheckerLimitError if hardly any air reaches a CRAC
 */
export function templatesChecker(instance: TemplatesInstance, matrices: readonly InfluenceMatrix[]): TemplatesChecker {
  const faults: Violation[] = [];
  const room = checkedRoom(instance, matrices, faults);
  return room === null ? { ok: false, faults } : { ok: true, check: new CheckTemplates(instance, room) };
}

export class CheckTemplates {
  private readonly running: RunningCores;
  private readonly nodes: RunningNodes;
  private readonly ceiling: Ceiling;
  private readonly proof: PriceProof;
  private readonly airs = new Map<number, RoomAir>();

  constructor(
    private readonly instance: TemplatesInstance,
    private readonly room: CheckedRoom,
  ) {
    this.running = new RunningCores(room);
    this.nodes = new RunningNodes(room);
    this.ceiling = new Ceiling(room);
    this.proof = new PriceProof(room, this.running, (vents) => this.airOf(vents));
  }

  /**
   * Returns the setting in which only the running cores work, with the vents and set-point of least total power.
   *
   * @param runningCores number of running cores of each quadrant
   * @param mayBeOff true to put nodes on standby where allowed
   */
  leastPower(runningCores: readonly number[], mayBeOff = false): LeastPower {
    return mayBeOff ? this.nodes.least(runningCores) : this.running.least(runningCores);
  }

  /**
   * Checks one template against the limits of its state, and its stored figures against recomputed ones.
   *
   * @param ofWholeCores figures stored for the template's whole numbers of cores
   * @param byCeiling true if the cores of each node were rounded up; limits violated by that are then listed in
   * `statedLimits` and are no faults
   */
  judge(template: Template, ofWholeCores?: Claims, byCeiling = false): TemplateVerdict {
    const faults: Violation[] = [];
    const state = gridState(this.instance, template.state);
    if (state === null) addFault(faults, 'template', `no state ${String(template.state)}`);
    addTemplateFaults(this.room, template, faults);
    if (state === null || faults.length > 0) {
      return { state: template.state, faults, brokenLimits: [], statedLimits: [], figures: null };
    }
    return this.judgeIn(state, template, ofWholeCores, byCeiling);
  }

  private judgeIn(
    state: GridState,
    template: Template,
    ofWholeCores: Claims | undefined,
    byCeiling: boolean,
  ): TemplateVerdict {
    const { room } = this;
    const { vents, setPointC, utilisation, allowableCores, awakeNodes } = template;
    const air = this.airOf(vents);
    const continuous = effectOf(room, vents, air, setPointC, utilisation, awakeNodes);
    const whole = wholeEffectOf(room, vents, air, setPointC, allowableCores, awakeNodes);
    const isOptimal = template.status === 'optimal';
    const limits = { workPerS: workLimitPerS(room, state), powerW: state.powerLimitW, outletC: room.outletLimitC };
    const brokenLimits: Violation[] = [];
    addEffectLimits(room, limits, continuous, '', brokenLimits);
    const ofSetting: Violation[] = [];
    addUtilisationLimits(room, state, utilisation, awakeNodes, ofSetting);
    addSetPointRange(room, setPointC, ofSetting);

    const faults = [...ofSetting, ...(isOptimal ? brokenLimits : [])];
    const mayBeOff = awakeNodes !== undefined;
    const least = this.leastPower(state.runningCores, mayBeOff);
    const fewestOn = mayBeOff ? this.nodes.fewestOn(state.runningCores) : room.blocks.map(({ nodes }) => nodes);
    const ceilingTasksPerJ = isOptimal ? this.ceiling.tasksPerJ(state, limits.workPerS, least, fewestOn) : 0;
    const provenTasksPerJ =
      isOptimal && !mayBeOff && template.proof !== undefined
        ? this.proof.tasksPerJ(
            state,
            limits.workPerS,
            template.proof,
            { tasksPerJ: ceilingTasksPerJ, setPointC: least.warmestSetPointC },
            Math.max(continuous.tasksPerJ, template.boundTasksPerJ),
          )
        : null;
    addClaimFaults(template, continuous, '', faults);
    if (ofWholeCores !== undefined) addClaimFaults(ofWholeCores, whole, 'whole cores, ', faults);
    if (isOptimal) {
      const keepsLimits = brokenLimits.length + ofSetting.length === 0;
      const unlessBroken = (bound: number): number => (keepsLimits ? bound : Infinity);
      addBoundFaults(
        template,
        continuous,
        { ceiling: unlessBroken(ceilingTasksPerJ), proof: unlessBroken(provenTasksPerJ ?? Infinity) },
        faults,
      );
      addBindingFault(template, continuous, room, limits, faults);
    } else {
      addInfeasibleFaults(template, continuous, this.aboveLeast(state, utilisation), least, limits, faults);
    }
    addCoreFaults(room, template, faults);
    // Limits of a best effort's whole cores: no worse than the best effort itself.
    const wholeLimits = isOptimal
      ? limits
      : {
          workPerS: limits.workPerS,
          powerW: Math.max(limits.powerW, continuous.powerW),
          outletC: Math.max(limits.outletC, continuous.hottestOutletC),
        };
    const statedLimits: Violation[] = [];
    addEffectLimits(room, wholeLimits, whole, 'whole cores', byCeiling ? statedLimits : faults);
    if (byCeiling) addCeilingFaults(room, template, faults);
    return {
      state: template.state,
      faults,
      brokenLimits: [...brokenLimits, ...ofSetting],
      statedLimits,
      figures: {
        continuous,
        whole,
        coresShort: this.coresShort(state, allowableCores),
        ceilingTasksPerJ,
        provenTasksPerJ,
        least,
      },
    };
  }

  private airOf(vents: number): RoomAir {
    const known = this.airs.get(vents);
    if (known !== undefined) return known;
    const { blocks, matrices, heatPerM3K } = this.room;
    if ((this.airs.size + 1) * blocks.length ** 2 > MAX_KEPT) this.airs.clear();
    const made = new RoomAir(matrices[vents]!, heatPerM3K);
    this.airs.set(vents, made);
    return made;
  }

  private aboveLeast(state: GridState, utilisation: ArrayLike<number>): number {
    const { blocks, quadrantCores } = this.room;
    let most = 0;
    for (const [b, { quadrant }] of blocks.entries()) {
      most = Math.max(most, utilisation[b]! - state.runningCores[quadrant]! / quadrantCores[quadrant]!);
    }
    return most;
  }

  private coresShort(state: GridState, allowableCores: ArrayLike<number>): number {
    let short = 0;
    for (const [q, running] of state.runningCores.entries()) {
      let allowed = 0;
      for (const [b, { quadrant }] of this.room.blocks.entries()) if (quadrant === q) allowed += allowableCores[b]!;
      short = Math.max(short, running - allowed);
    }
    return short;
  }
}
