import { KG_PER_T, S_PER_H } from '../../../../models/units.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { DemandCharge, GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../../models/families/geo/plan.js';
import type { GeoSeries } from '../../../../models/families/geo/series.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault, voidsEvaluation } from '../../../check/findings.js';
import { addCarbonCap, addCellLimits, addUnarrived, addUnserved } from './geo-limits.js';
import { geoInstanceFaults } from './instance-faults.js';
import { type CentreAccount, chargedCell, type ChargedCell, sum } from './ledger.js';
import { addLedgerFaults } from './ledger-faults.js';
import { type CheckedNodeType, checkedNodeTypes } from './node-types.js';
import { operations } from './operations.js';
import { resolveGeoPlan } from './resolve-geo-plan.js';
import { cracHeatsW, hottestRiseK, type RoomResponse, roomResponse } from './room-response.js';
import { coefficientOfPerformance, cracPowerW } from '../../../check/power.js';

/**
 * Evaluates a plan: its served rates, powers, emissions and cost (Eqs. 26-37). All are recomputed from the instance,
 * its series, the influence matrices of its rooms and the plan. The checker shares only types and units with the models
 * (docs/geo/checker.md). A plan without violations is feasible.
 *
 * A quantity that cannot be computed is NaN and always comes with a violation. A plan that cannot be run serves no
 * tasks and has cost NaN.
 *
 * @throws CheckerLimitError if an exact answer would take too long or too much memory
 */
export function checkGeoPlan(
  instance: GeoInstance,
  series: GeoSeries,
  matrixOfRoom: (room: string) => InfluenceMatrix,
  plan: GeoPlan,
): GeoEvaluation {
  const violations: Violation[] = [];
  for (const phrase of geoInstanceFaults(instance, series)) addFault(violations, 'instance', phrase);
  const { cells, loads, faults } = resolveGeoPlan(instance, plan);
  for (const { kind, path, value, allowed } of faults) {
    addFault(violations, kind, `${path}: ${value}, allowed is ${allowed}`);
  }
  if (violations.some(({ constraint }) => constraint === 'instance')) return nothing(instance, violations);

  const types = checkedNodeTypes(instance);
  const rooms = new Map<string, { readonly room: RoomResponse | null; readonly cup: number }>();
  for (const { room: name } of instance.dataCentres) {
    if (rooms.has(name)) continue;
    const room = roomResponse(instance, name, matrixOfRoom(name), violations);
    rooms.set(name, { room, cup: room === null ? NaN : calibratedCup(room, types, instance.rules.utilisation) });
  }
  const roomOf = instance.dataCentres.map((centre) => rooms.get(centre.room)!);
  const accounts = instance.dataCentres.map((centre, d): CentreAccount => ({
    centre,
    rules: instance.rules,
    series: series.centres[d]!,
    types,
    epochS: instance.horizon.epochMinutes * 60,
    coolingPerPower: centre.coolingPerPower ?? roomOf[d]!.cup,
  }));
  const states = operations(instance, types, loads, cells, violations);
  const charged = states.map((row, t) =>
    row.map((operation, d) => {
      const { room } = roomOf[d]!;
      const entry = chargedCell(accounts[d]!, room, t, operation);
      addCellLimits(
        instance,
        accounts[d]!,
        room,
        `epochs[${t}], ${accounts[d]!.centre.name}`,
        operation,
        entry.cell,
        violations,
      );
      return entry;
    }),
  );
  const evaluation = billed(instance, series, accounts, charged, violations);
  if (!voidsEvaluation(violations)) return evaluation;
  const { demand, arrivalPerS } = evaluation;
  return { ...nothing(instance, violations), cells: evaluation.cells, demand, arrivalPerS };
}

/**
 * Returns the bill, rates and emissions of a plan that can be run. Also checks served rates, carbon cap and energy
 * ledger, and adds what is wrong to `violations`.
 */
function billed(
  instance: GeoInstance,
  series: GeoSeries,
  accounts: readonly CentreAccount[],
  charged: readonly (readonly ChargedCell[])[],
  violations: Violation[],
): GeoEvaluation {
  const cells = charged.map((row) => row.map(({ cell }) => cell));
  const all = charged.flat();
  const energyUsd = sum(all.map(({ cell }) => cell.energyUsd));
  const transitionUsd = sum(all.map(({ cell }) => cell.transitionUsd));
  const carbonKg = sum(all.map(({ cell }) => cell.carbonKg));
  const carbonUsd = ((instance.rules.carbonUsdPerTonne ?? 0) * carbonKg) / KG_PER_T;
  const demand = demandCharges(accounts, (t, d) => charged[t]![d]!.cell.gridKwh);
  const demandUsd = sum(demand.map(({ usd }) => usd));
  const byCup = demandCharges(accounts, (t, d) => charged[t]![d]!.gridByCupKwh);
  const tasks = instance.taskTypes.length;
  const evaluation: GeoEvaluation = {
    costUsd: energyUsd + transitionUsd + demandUsd + carbonUsd,
    energyUsd,
    transitionUsd,
    demandUsd,
    carbonUsd,
    carbonKg,
    costByCupUsd: sum(all.map(({ byCupUsd }) => byCupUsd)) + sum(byCup.map(({ usd }) => usd)),
    cells,
    servedPerS: cells.map((row) => instance.taskTypes.map((_, i) => sum(row.map(({ servedPerS }) => servedPerS[i]!)))),
    arrivalPerS: cells.map((_, t) => [...series.arrivalRatePerS.subarray(t * tasks, (t + 1) * tasks)]),
    demand,
    violations,
  };
  addUnserved(instance, evaluation, violations);
  addUnarrived(instance, series, evaluation, violations);
  addCarbonCap(instance, carbonKg, violations);
  addLedgerFaults(instance, series, evaluation, violations);
  for (const [where, value] of Object.entries(evaluation)) {
    if (typeof value === 'number' && !Number.isFinite(value)) addFault(violations, 'nonFinite', where);
  }
  for (const [t, rates] of evaluation.servedPerS.entries()) {
    if (!rates.every(Number.isFinite)) addFault(violations, 'nonFinite', `servedPerS[${t}]`);
  }
  return evaluation;
}

/**
 * Returns the demand charge, USD, of each data centre and demand period with a price. A charge is the largest mean
 * power bought in any epoch of the period, kW, times the monthly price per kW, times the rules' `demandChargeShare`.
 */
function demandCharges(
  accounts: readonly CentreAccount[],
  gridKwh: (epoch: number, centre: number) => number,
): DemandCharge[] {
  return accounts.flatMap(({ centre, rules, series, epochS }, d) => {
    const share = rules.demandChargeShare ?? 0;
    return series.demandPeriods
      .filter(({ usdPerKwMonth, epochs }) => share * usdPerKwMonth > 0 && epochs.length > 0)
      .map(({ name, usdPerKwMonth, epochs }) => {
        const greatestKw = Math.max(...epochs.map((t) => (gridKwh(t, d) * S_PER_H) / epochS));
        return { dataCentre: centre.name, period: name, greatestKw, usd: share * usdPerKwMonth * greatestKw };
      });
  });
}

/** Returns the evaluation of a plan that cannot be run: no tasks served, cost NaN, so that it never ranks as good. */
function nothing(instance: GeoInstance, violations: Violation[]): GeoEvaluation {
  if (!violations.some(({ where }) => where === 'costUsd')) addFault(violations, 'nonFinite', 'costUsd');
  const epochs = Number.isInteger(instance.horizon.epochs) ? Math.max(0, instance.horizon.epochs) : 0;
  const none = Array.from({ length: epochs }, () => instance.taskTypes.map(() => 0));
  return {
    costUsd: NaN,
    energyUsd: NaN,
    transitionUsd: NaN,
    demandUsd: NaN,
    carbonUsd: NaN,
    carbonKg: NaN,
    costByCupUsd: NaN,
    cells: [],
    servedPerS: none,
    arrivalPerS: none,
    demand: [],
    violations,
  };
}

/**
 * Returns the CUP (heat removed per CRAC power) of a room whose instance states none (docs/decisions/geo-cup.md). Heat
 * and CRAC power are each summed over four load levels, and the sums are divided.
 *
 * At the four levels, a quarter, a half, three quarters and all of the nodes of each type are awake; the others sleep.
 * An awake node draws phi P^D + P^S: utilisation times peak dynamic power, plus static power. The set-point is the
 * highest one that the red line and the range of set-points allow.
 *
 * Load levels that no set-point in the range can cool are left out. If none is left, the CUP is the coefficient of
 * performance (CoP) at the lower end of the range.
 */
function calibratedCup(room: RoomResponse, types: readonly CheckedNodeType[], utilisation: number): number {
  let heat = 0;
  let cracs = 0;
  for (const quarters of [1, 2, 3, 4]) {
    const powerW = types.map(({ staticW, peakDynamicW, sleepW }, j) => {
      const nodes = room.nodeCount[j]!;
      const awake = (nodes * quarters) / 4;
      return awake * (utilisation * peakDynamicW + staticW) + (nodes - awake) * sleepW;
    });
    const setPointC = Math.min(room.setPointMaxC, room.redLineC - hottestRiseK(room, powerW));
    if (setPointC < room.setPointMinC) continue;
    for (const heatW of cracHeatsW(room, powerW)) cracs += cracPowerW(heatW, setPointC, room.coolingPerformance);
    for (const watts of powerW) heat += watts;
  }
  return cracs > 0 ? heat / cracs : coefficientOfPerformance(room.setPointMinC, room.coolingPerformance);
}
