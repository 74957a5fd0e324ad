import { coefficientOfPerformance } from '../../models/physics/cooling/crac.js';
import { type PStateTable, pStateTable } from '../../models/physics/power/p-states.js';
import { nodeOutletC, type TransientState } from '../../models/physics/thermal/transient.js';
import { afterVentChange } from '../../models/physics/thermal/vent-change.js';
import { nearestState } from '../../models/families/templates/states.js';
import type { Template } from '../../models/families/templates/template.js';
import { randomStream } from '../../src/random/stream.js';
import type { DayOptions, DayRequest } from '../../src/families/templates/studies/day/request.js';
import { slowMapping, type SlowNode as Node, type SlowTask as Task } from './slow-mapping.js';

/**
 * The online day a second time, slow and plain: lists of tasks that are searched and sorted anew whenever something is decided, and energies that are
 * summed over tasks. Shares with the engine the models of temperatures alone, and the stream of random numbers.
 */

export interface SlowOutcome {
  readonly budgetJ: number;
  readonly stoppedAtS: number | null;
  readonly reward: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly coresJ: number;
  readonly cracJ: number;
  readonly throttledCoreS: number;
  readonly throttlings: number;
  readonly hottestOutletC: number;
  readonly nodeSecondsTooHot: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** For intervals that are multiples of the thermal step, which divides the day. */
export function slowDay(request: DayRequest, options: DayOptions): SlowOutcome[] {
  const { model, rooms, arrivals, book } = request;
  const { instance, blocks } = model;
  const { facility } = instance;
  const fullyOpen = model.ventOpenings.length - 1;
  const random = randomStream(request.seed, 'online mapping');
  const tables = facility.nodeTypes.map((nodeType) =>
    instance.taskTypes.map(({ name }) =>
      pStateTable(
        nodeType,
        nodeType.tasks.find(({ taskType }) => taskType === name)!,
      ),
    ),
  );
  const tableOf = (task: Task, type: number): PStateTable => {
    const { timeS, powerW } = tables[type]![task.type]!;
    return { timeS: timeS.map((one) => one * task.length), powerW };
  };
  const powerOf = (task: Task): number => tableOf(task, task.node!.type).powerW[task.pState]!;
  const rewardOf = (task: Task): number => instance.taskTypes[task.type]!.rewardPerTask! * task.length;
  const idleW = (block: number): number => blocks[block]!.idleW / blocks[block]!.nodeCount;

  // Quadrants in order, racks by name, from top to bottom.
  const { zones } = rooms(fullyOpen).matrix;
  const nodes = blocks
    .flatMap(({ nodeCount, type, coresPerNode }, block) =>
      Array.from({ length: nodeCount }, (_, k): Node => {
        const slot = zones[block]!.firstSlot + k;
        return { block, slot, type, cores: coresPerNode, outletC: 0, throttling: false };
      }),
    )
    .sort((a, b) => {
      const [one, other] = [blocks[a.block]!, blocks[b.block]!];
      return one.quadrant - other.quadrant || one.rack.localeCompare(other.rack) || b.slot - a.slot;
    });
  const tasks = Array.from(arrivals.timeS, (arrivalS, id): Task => {
    const type = arrivals.taskType[id]!;
    const length = arrivals.length === undefined ? 1 : arrivals.length[id]!;
    const deadlineS = arrivalS + instance.taskTypes[type]!.deadlineS! * length;
    return {
      id,
      type,
      length,
      arrivalS,
      deadlineS,
      fate: 'to come',
      node: null,
      pState: 0,
      throttled: false,
      finishS: Infinity,
    };
  });
  const withFate = (...fates: Task['fate'][]): Task[] => tasks.filter(({ fate }) => fates.includes(fate));
  let running: Task[] = [];
  const runningOn = (node: Node): Task[] => running.filter((task) => task.node === node);

  let coresJ = 0;
  let cracJ = 0;
  let throttledCoreS = 0;
  let throttlings = 0;
  let nodeSecondsTooHot = 0;
  let hottestOutletC = -Infinity;
  const allIdleW = sum(nodes.map(({ block }) => idleW(block)));
  const spentJ = (nowS: number): number => coresJ + cracJ + allIdleW * nowS;

  const lookUp = (nowS: number, intervalS: number): Template => {
    const arrived = tasks.filter(({ arrivalS }) => arrivalS > nowS - intervalS && arrivalS <= nowS && nowS > 0);
    const runningCores = model.quadrants.map(
      (_, q) => running.filter(({ node }) => blocks[node!.block]!.quadrant === q).length,
    );
    const first = nearestState(book!.grid, {
      arrivingWorkPerS: sum(arrived.map(({ type, length }) => model.middle.weight[type]! * length)) / intervalS,
      runningCores,
      powerLimitW: (request.energyBudgetsJ[0]! - spentJ(nowS)) / (arrivals.durationS - nowS),
    });
    const limits = book!.grid.powerLimitW.length;
    const tried = options.infeasibleState === 'best-effort' ? [first] : [];
    for (let state = first; tried.length === 0 || state % limits !== 0; state++) tried.push(state);
    if (options.infeasibleState === 'largest-limit') tried.splice(1, limits, ...tried.slice(1).reverse());
    return book!.template(tried.find((state) => book!.template(state).status === 'optimal') ?? first);
  };
  const settingAt = (nowS: number): { setPointC: number; vents: number } => {
    if (request.thermal === 'templates') return lookUp(nowS, options.thermalIntervalS);
    return {
      setPointC: request.thermal === 'overcooling' ? options.overcoolingC : options.throttlingC,
      vents: fullyOpen,
    };
  };

  const mapTasks = (nowS: number): void => {
    const allowed = request.thermal === 'templates' ? lookUp(nowS, options.mappingIntervalS).allowableCores : null;
    const allowedOn = (node: Node): number => {
      if (allowed === null) return node.cores;
      const { nodeCount } = blocks[node.block]!;
      const fromBottom = node.slot - zones[node.block]!.firstSlot;
      return Array.from({ length: allowed[node.block]! }, (_, core) => core % nodeCount).filter((k) => k === fromBottom)
        .length;
    };
    const waiting = withFate('waiting');
    slowMapping(request.mapping, options, {
      nowS,
      waiting,
      nodes,
      random,
      tableOf,
      rewardOf,
      runningOn,
      rackOf: ({ block }) => blocks[block]!.rack,
      idleOn: (node) => Math.max(0, allowedOn(node) - runningOn(node).length),
      put(task, node, pState) {
        Object.assign(task, { fate: 'running', node, pState, finishS: nowS + tableOf(task, node.type).timeS[pState]! });
        running.push(task);
      },
    });
  };

  let setting = settingAt(0);
  let room = rooms(setting.vents);
  const cracs = facility.cracs.map((_, c) => c);
  const rhoC = (facility.air?.densityKgPerM3 ?? NaN) * (facility.air?.heatCapacityJPerKgK ?? NaN);
  const blockIdleW = Float64Array.from(blocks, (block) => block.idleW);
  let state: TransientState = room.settled(
    blockIdleW,
    cracs.map(() => options.startSetPointC ?? setting.setPointC),
  );
  for (const node of nodes) node.outletC = state.outletC[node.block]!;
  hottestOutletC = Math.max(...nodes.map(({ outletC }) => outletC));
  const h = options.thermalStepS;
  const found = new Map<number, SlowOutcome>();

  const snapshot = (
    budgetJ: number,
    nowS: number,
    stopped: boolean,
    more: { coresJ: number; cracJ: number },
  ): SlowOutcome => {
    const counts = {
      completedInTime: withFate('in time').length,
      completedLate: withFate('late').length,
      dropped: withFate('dropped').length,
      running: withFate('running').length,
      waiting: withFate('waiting', 'to come').filter(({ arrivalS }) => !stopped || arrivalS < nowS).length,
      afterStop: withFate('waiting', 'to come').filter(({ arrivalS }) => stopped && arrivalS >= nowS).length,
    };
    const reward = sum(withFate('in time').map(rewardOf));
    const figures = { throttledCoreS, throttlings, hottestOutletC, nodeSecondsTooHot };
    return { budgetJ, stoppedAtS: stopped ? nowS : null, reward, counts, ...more, ...figures };
  };

  for (let k = 0; k * h < arrivals.durationS; k++) {
    const s = k * h;
    const e = s + h;
    for (const task of withFate('to come')) if (task.arrivalS <= s) task.fate = 'waiting';
    if (s % options.thermalIntervalS === 0 && s > 0) {
      setting = settingAt(s);
      const to = rooms(setting.vents);
      if (to !== room) state = afterVentChange(state, room, to);
      room = to;
    }
    if (s % options.mappingIntervalS === 0) mapTasks(s);
    const secondsOf = (task: Task, untilS: number): number => Math.min(untilS, task.finishS) - s;
    const coresUntil = (untilS: number): number => sum(running.map((task) => powerOf(task) * secondsOf(task, untilS)));
    const nodeW = new Map(
      nodes.map((node) => [
        node,
        idleW(node.block) + sum(runningOn(node).map((task) => powerOf(task) * secondsOf(task, e))) / h,
      ]),
    );
    const zoneW = Float64Array.from(blocks, (_, b) =>
      sum(nodes.filter(({ block }) => block === b).map((node) => nodeW.get(node)!)),
    );
    const setPoints = cracs.map(() => setting.setPointC);
    room.step(state, zoneW, setPoints, h);
    const heatW = Array.from(room.cracHeatW(state, setPoints), (one) => Math.max(0, one));
    const cracW = sum(heatW) / coefficientOfPerformance(model.cooling, setting.setPointC);
    for (const node of nodes) {
      const sink = cracs.length + node.block;
      const capacity = (rhoC * room.matrix.airFlowM3PerS[sink]!) / blocks[node.block]!.nodeCount;
      const mass = instance.transient.nodeThermalMassJPerK!;
      node.outletC = nodeOutletC(node.outletC, state.inletC[sink]!, nodeW.get(node)!, capacity, mass, h);
    }
    hottestOutletC = Math.max(hottestOutletC, ...nodes.map(({ outletC }) => outletC));
    const hot = nodes.filter(({ outletC }) => outletC > instance.outletLimitC + 1e-6);
    const totalAt = (untilS: number): number => spentJ(s) + coresUntil(untilS) + (cracW + allIdleW) * (untilS - s);
    const until = (untilS: number, inclusive: boolean, act: () => void): void => {
      const kept = [coresJ, cracJ, throttledCoreS, nodeSecondsTooHot] as const;
      coresJ += coresUntil(untilS);
      cracJ += cracW * (untilS - s);
      throttledCoreS += sum(running.filter(({ throttled }) => throttled).map((task) => secondsOf(task, untilS)));
      nodeSecondsTooHot += hot.length * (untilS - s);
      const ended = running.filter(({ finishS }) => finishS < untilS || (inclusive && finishS === untilS));
      for (const task of ended) task.fate = task.finishS <= task.deadlineS ? 'in time' : 'late';
      act();
      if (inclusive) return;
      for (const task of ended) task.fate = 'running';
      [coresJ, cracJ, throttledCoreS, nodeSecondsTooHot] = kept;
    };
    for (const budgetJ of request.energyBudgetsJ) {
      if (found.has(budgetJ) || totalAt(e) < budgetJ) continue;
      let [low, high] = [s, e];
      for (let n = 0; n < 200; n++) {
        const middle = (low + high) / 2;
        if (totalAt(middle) < budgetJ) low = middle;
        else high = middle;
      }
      until(high, false, () => found.set(budgetJ, snapshot(budgetJ, high, true, { coresJ, cracJ })));
    }
    until(e, true, () => undefined);
    running = running.filter(({ fate }) => fate === 'running');
    for (const node of nodes) node.throttling &&= runningOn(node).some(({ throttled }) => throttled);
    if (e >= arrivals.durationS) break;
    for (const node of hot) {
      for (const task of runningOn(node)) {
        const time = tableOf(task, node.type).timeS;
        if (task.pState === time.length - 1) continue;
        const left = (task.finishS - e) / time[task.pState]!;
        Object.assign(task, { pState: time.length - 1, throttled: true, finishS: e + left * time[time.length - 1]! });
        if (!node.throttling) throttlings++;
        node.throttling = true;
      }
    }
  }
  const end = { coresJ, cracJ };
  return request.energyBudgetsJ.map(
    (budgetJ) => found.get(budgetJ) ?? snapshot(budgetJ, arrivals.durationS, false, end),
  );
}
