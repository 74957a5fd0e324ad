import { countIterations } from '../../../../methods/count-iterations.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { loadHighs } from '../../../../solvers/linear/highs.js';
import type { RunControl } from '../../../../methods/control.js';
import type { GeoCertificate } from '../outcome.js';
import { boundContext } from './context.js';
import { proveInfeasible } from './infeasibility.js';
import { type Relaxation, relax } from './relaxation.js';
import { type ConfigurationPool, configurationPool } from './configuration-pool.js';

/** Text on the plans for which the lower bound holds; it is printed with the bound. */
export const SCOPE =
  'every plan of whole nodes, mixed P-states and time-shared cores at any admissible set-points, each node awake or asleep as the plan says, anew in each epoch; whole nodes relaxed to fractions';

/**
 * Returns two lower bounds on the cost of every feasible plan (docs/geo/bound.md). In one, CRAC power follows from the
 * rooms' temperatures; in the other, from the CUP.
 */
export async function geoBound({
  model,
  control,
}: {
  readonly model: GeoModel;
  readonly control: RunControl;
}): Promise<GeoCertificate> {
  const engine = await loadHighs();
  const context = boundContext(model, 'room');
  const pool = configurationPool(context);
  const relaxation = await relax(context, { engine, control, pool });
  return certificateOf(model, relaxation, { engine, control, pool });
}

/**
 * Returns the certificate of a relaxation: the lower bounds (by room temperatures and by CUP) or a proof that no plan
 * is feasible.
 */
export async function certificateOf(
  model: GeoModel,
  relaxation: Relaxation,
  {
    engine,
    control,
    pool,
  }: {
    readonly engine: Awaited<ReturnType<typeof loadHighs>>;
    readonly control: RunControl;
    /** Node configurations (what each core of a node runs) found by column generation. */
    readonly pool: ConfigurationPool;
  },
): Promise<GeoCertificate> {
  const infeasibility = await proveInfeasible(boundContext(model, 'room'), relaxation, { engine, control });
  const work = { ...relaxation.work };
  if (infeasibility !== null) {
    return { costUsd: -Infinity, costByEpochUsd: null, costByCupUsd: null, scope: SCOPE, infeasibility, work };
  }
  let costByCupUsd: number | null = null;
  if (!relaxation.stopped) {
    const byCup = await relax(boundContext(model, 'cup'), { engine, control, pool });
    if (Number.isFinite(byCup.bound.costUsd)) costByCupUsd = byCup.bound.costUsd;
    work.lpSolves = (work.lpSolves ?? 0) + byCup.work.lpSolves!;
    countIterations(work, 'lpIterations', byCup.work.lpIterations ?? null);
  }
  const { costUsd, byEpochUsd } = relaxation.bound;
  const costByEpochUsd = Number.isFinite(costUsd) ? [...byEpochUsd] : null;
  return { costUsd, costByEpochUsd, costByCupUsd, scope: SCOPE, work };
}
