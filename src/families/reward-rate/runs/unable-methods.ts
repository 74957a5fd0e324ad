import type { MethodOutcome } from '../methods/outcome.js';
import { type Method, METHODS } from '../methods/registry.js';

/** Returns no plan, with the warning that the method keeps all nodes on, but the limits require standby. */
export function notWithAllOn({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} keeps all nodes on, and with all nodes idle a limit is broken: use a method that puts nodes on standby, e.g. config-lp.`,
  );
}

/** Returns no plan, with the warning that the method makes no robust plans for an uncertain influence matrix. */
export function notWithUncertainRows({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} makes no robust plans where inlet rises are uncertain: use config-lp, lp, greedy-power or greedy, or leave uncertainty.robust out.`,
  );
}

/** Returns no plan, with the warning that the method keeps no limits on the number of different node settings. */
export function notWithinSettings({ name }: Method): MethodOutcome {
  const able = METHODS.filter(({ runsWhole }) => runsWhole === true).map((method) => method.name);
  return noPlan(
    `Method ${name} does not keep limits.distinctSettings: use ${able.join(', ')}, or leave distinctSettings out.`,
  );
}

/** Returns an outcome without a plan, warning that the method makes no plans that survive CRAC failures. */
export function notSurviving({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} makes no plans that survive a failure: use config-lp, lp, greedy-power or greedy, or leave limits.survive out.`,
  );
}

function noPlan(warning: string): MethodOutcome {
  return { plan: null, claimedRewardPerS: null, certificate: null, stoppedEarly: false, warnings: [warning], work: {} };
}
