import { utilityAt } from '../../../../models/families/utility-function.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Candidate } from './policy.js';

/**
 * A candidate (a start of a waiting task on an option, i.e. pool and P-state) as policies and filters see it. A
 * simulation overwrites a single record for each candidate.
 */
export class CandidateRecord implements Candidate {
  task = 0;
  option = 0;
  pool = 0;
  pState = 0;
  nodes = 0;
  cores = 0;
  // Fractions, so that engines of the language store doubles from the start.
  startS = 0.5;
  endS = 0.5;
  timeS = 0.5;
  energyJ = 0.5;
  utility = 0.5;

  constructor(private readonly model: Pick<UtilityModel, 'options' | 'pools' | 'functions'>) {}

  /** Sets all fields except the utility. */
  set(task: number, option: number, startS: number, timeS: number, energyJ: number): void {
    const { options, pools } = this.model;
    this.task = task;
    this.option = option;
    this.pool = options.pool[option]!;
    this.pState = options.pState[option]!;
    this.nodes = options.nodes[option]!;
    this.cores = this.nodes * pools[this.pool]!.coresPerNode;
    this.startS = startS;
    this.endS = startS + timeS;
    this.timeS = timeS;
    this.energyJ = energyJ;
  }

  /**
   * Sets the utility at the completion of the candidate.
   *
   * @param utility index of the utility function
   * @param arrivalS arrival of the task, s
   */
  earn(utility: number, arrivalS: number): void {
    this.utility = utilityAt(this.model.functions, utility, this.endS - arrivalS);
  }
}
