import { J_PER_KJ } from '../../../../../models/units.js';

/** Third part of the script of the atlas page. It shows one state as text, figures, floor plan and table. */
export const SCRIPT_DRAW = String.raw`
const openingText = (opening) =>
  opening <= 0 ? 'closed' : opening >= 1 ? 'open' : typeset(fixed(100 * opening, 0)) + '\u00a0%';

/** Returns the work that the running cores already do (Eq. 66), tasks/s. */
const existingPerS = (running) =>
  page.room.quadrants.reduce((sum, { cores, workPerS }, q) => sum + (running[q] / cores) * workPerS, 0);

const WHY = {
  work: () => 'All work that arrives or runs already is done.',
  saturated: () => 'Every core runs: more work is wanted than all cores do.',
  power: ({ limitW }) => 'The power limit of ' + kilowatts(limitW, 1) + ' allows no more work.',
  outlet: () => 'The outlet limit allows no more work, even at the coolest set-point.',
  none: () => 'No limit stops it: more work would earn less per joule.',
  'infeasible-power': ({ powerW, limitW }) =>
    'The cores that run already need ' + kilowatts(powerW, 3) + ' even with the best vents and set-point: ' +
    kilowatts(powerW - limitW, 3) + ' more than the power limit. Shown is the best effort: that work alone, at the least excess.',
  'infeasible-outlet': ({ outletC }) =>
    'Even at the coolest set-point and with the best vents, the cores that run already heat an outlet to ' +
    celsius(outletC, 3) + ': ' + typeset(fixed(outletC - page.room.outletLimitC, 3)) +
    '\u00a0K above the limit. Shown is the best effort: that work alone, at the least excess.',
};

const drawFigures = (position, running) => {
  const { blocks, outletLimitC } = page.room;
  const value = (name) => columns[name][position];
  const name = page.bindings[value('binding')];
  const infeasible = name.startsWith('infeasible');
  const limitW = axes[last][at[last]];
  const verdict = byId('atlas-status');
  verdict.textContent = infeasible ? 'infeasible' : 'optimal';
  verdict.className = infeasible ? 'verdict' : 'verdict ok';
  byId('atlas-why').textContent = WHY[name]({ limitW, powerW: value('powerW'), outletC: value('hottestOutletC') });
  // With seven digits, since it is applied by hand: fewer could let an outlet pass its limit.
  figure('setPointC', value('setPointC'), typeset(significant(value('setPointC'), 7)) + '\u00a0°C');
  const arrivingPerS = axes[0][at[0]];
  const runningPerS = existingPerS(running);
  figure('workPerS', value('workPerS'), typeset(significant(value('workPerS'), 4)) + '\u00a0tasks/s');
  byId('atlas-work-note').textContent =
    'wanted: ' + significant(arrivingPerS + runningPerS, 4) + ' (' + listed(arrivingPerS) + ' arrive, ' +
    significant(runningPerS, 4) + ' run already)';
  figure('powerW', value('powerW'), kilowatts(value('powerW'), 3));
  byId('atlas-power-note').textContent =
    'limit ' + kilowatts(limitW, 1) + '; nodes ' + kilowatts(value('nodePowerW'), 1) + ', CRACs ' +
    kilowatts(value('powerW') - value('nodePowerW'), 1);
  const quotient = value('tasksPerJ');
  figure('tasksPerJ', quotient, typeset(significant(quotient * ${J_PER_KJ}, 4)));
  const boundPerJ = value('boundTasksPerJ');
  const gap = quotient > 0 ? boundPerJ / quotient - 1 : 0;
  byId('atlas-gap-note').textContent = infeasible
    ? 'no gap: nothing better keeps the limits'
    : quotient <= 0 && boundPerJ > 0
      ? 'proven: at most ' + typeset(significant(boundPerJ * ${J_PER_KJ}, 4)) + ' tasks/kJ'
      : 'proven gap ' + gapPercent(gap) + '\u00a0%';
  figure('hottestOutletC', value('hottestOutletC'), celsius(value('hottestOutletC'), 3));
  byId('atlas-outlet-note').textContent =
    'limit ' + celsius(outletLimitC, 1) +
    (columns.hottestBlock.length === 0 ? '' : '; at ' + blocks[value('hottestBlock')].name);
};

/** Draws each vent's opening, each CRAC's set-point, and each rack's hottest inlet or outlet. */
const drawPlan = (openings, setPointC, heatOf) => {
  const { quadrants, racks, outletLimitC } = page.room;
  for (const vent of all('.plan [data-quadrant]')) {
    const q = Number(vent.dataset.quadrant);
    vent.style.fillOpacity = String(0.75 * openings[q]);
    vent.classList.toggle('closed', openings[q] <= 0);
    vent.firstElementChild.textContent = 'Vents of ' + quadrants[q].name + ': ' + openingText(openings[q]);
  }
  for (const text of all('.plan [data-vent]')) {
    text.textContent = text.dataset.name + ' ' + openingText(openings[Number(text.dataset.vent)]);
  }
  for (const text of all('.plan [data-crac]')) {
    text.textContent = text.dataset.crac + ' ' + celsius(setPointC, 2);
    text.previousElementSibling.firstElementChild.textContent =
      'CRAC ' + text.dataset.crac + ', set-point ' + celsius(setPointC, 3);
  }
  if (page.scales === null) return;
  const shown = byId('atlas-heat').value;
  const { minC, maxC } = page.scales[shown];
  byId('atlas-heat-least').textContent = celsius(minC, 1);
  byId('atlas-heat-most').textContent = celsius(maxC, 1);
  for (const group of all('.plan [data-rack]')) {
    const rack = Number(group.dataset.rack);
    const found = heatOf(racks[rack].blocks);
    const { colour, ink } = heat((found[shown] - minC) / (maxC - minC));
    const body = group.querySelector('.body');
    body.classList.remove('unknown');
    body.style.fill = colour;
    body.firstElementChild.textContent =
      racks[rack].name + ': hottest inlet ' + celsius(found.inlet, 2) + ', hottest outlet ' + celsius(found.outlet, 1);
    const text = group.querySelector('text');
    if (text !== null) {
      text.textContent = fixed(found[shown], 1);
      text.style.fill = ink;
    }
  }
  for (const frame of all('.plan [data-frame]')) {
    const over = heatOf(racks[Number(frame.dataset.frame)].blocks).outlet - outletLimitC;
    frame.setAttribute('class', 'rack' + (over > 0.02 ? ' over' : over > -0.02 ? ' near' : ''));
  }
};

/** Returns a blue colour, which is stronger the larger the share of its cores that a block may use. */
const shade = (share) => 'rgba(0,114,178,' + (0.05 + 0.6 * share).toFixed(2) + ')';

const drawTables = (position, openings, running, heatOf) => {
  const { quadrants, racks, blocks } = page.room;
  const first = position * blocks.length;
  const allowed = (list) => list.reduce((sum, b) => sum + columns.allowableCores[first + b], 0);
  const used = (list) => {
    const cores = list.reduce((sum, b) => sum + blocks[b].cores, 0);
    const share = list.reduce((sum, b) => sum + blocks[b].cores * columns.utilisation[first + b], 0) / cores;
    return typeset(fixed(share / 100, 2)) + '\u00a0%';
  };
  const everyBlock = blocks.map((_, b) => b);
  quadrants.forEach((_, q) => {
    const own = everyBlock.filter((b) => blocks[b].quadrant === q);
    const [vents, runs, may, share] = all('#atlas-quadrants tr[data-quadrant="' + q + '"] td');
    vents.textContent = openingText(openings[q]);
    runs.textContent = typeset(fixed(running[q], 0));
    may.textContent = typeset(String(allowed(own)));
    share.textContent = used(own);
  });
  figure('cores', allowed(everyBlock), typeset(String(allowed(everyBlock))));
  byId('atlas-cores-note').textContent =
    'of ' + typeset(String(blocks.reduce((sum, { cores }) => sum + cores, 0))) + '; ' +
    typeset(fixed(running.reduce((sum, one) => sum + one, 0), 0)) + ' run already' +
    (columns.coresPowerW.length === 0
      ? ''
      : '; as whole cores ' + significant(columns.coresWorkPerS[position], 4) + ' tasks/s, ' +
        kilowatts(columns.coresPowerW[position], 3) + ', hottest outlet ' + celsius(columns.coresHottestOutletC[position], 3));
  const measure = byId('atlas-levels').value;
  for (const row of all('#atlas-racks tr[data-rack]')) {
    const { blocks: own } = racks[Number(row.dataset.rack)];
    if (page.scales !== null) {
      const found = heatOf(own);
      row.querySelector('[data-inlet]').textContent = typeset(fixed(found.inlet, 2));
      row.querySelector('[data-outlet]').textContent = typeset(fixed(found.outlet, 1));
    }
    row.querySelector('[data-allowed]').textContent = typeset(String(allowed(own)));
    row.querySelector('[data-used]').textContent = used(own);
    for (const cell of row.querySelectorAll('[data-block]')) {
      const b = Number(cell.dataset.block);
      const share = columns.utilisation[first + b];
      const cores = columns.allowableCores[first + b];
      const shareText = typeset(fixed(share / 100, 2));
      cell.style.background = shade(share / 1e4);
      cell.style.color = '';
      if (measure === 'cores') cell.textContent = typeset(String(cores));
      else if (measure === 'utilisation') cell.textContent = shareText;
      else {
        const { minC, maxC } = page.scales[measure];
        const value = heatOf([b])[measure];
        const { colour, ink } = heat((value - minC) / (maxC - minC));
        cell.textContent = typeset(fixed(value, 1));
        cell.style.background = colour;
        cell.style.color = ink;
      }
      cell.title =
        blocks[b].name + ', ' + blocks[b].nodeType + ': ' + cores + ' of ' + blocks[b].cores + ' cores, ' + shareText + ' %';
    }
  }
};

/**
 * Returns a function for the state at a position. It returns the hottest inlet and the hottest outlet of a list of
 * blocks, C.
 */
const heatIn = (position) => (list) => {
  const found = { inlet: -Infinity, outlet: -Infinity };
  const first = position * page.room.blocks.length;
  for (const b of list) {
    const { idleK, busyK } = page.room.blocks[b];
    const inletC = page.inletBaseC + columns.inletCentiK[first + b] / 100;
    found.inlet = Math.max(found.inlet, inletC);
    found.outlet = Math.max(found.outlet, inletC + idleK + (busyK * columns.utilisation[first + b]) / 1e4);
  }
  return found;
};

const draw = (position) => {
  const openings = page.room.ventOpenings[columns.vents[position]];
  const running = axes.slice(1, last).map((axis, q) => axis[at[1 + q]]);
  const heatOf = heatIn(position);
  drawFigures(position, running);
  drawPlan(openings, columns.setPointC[position], heatOf);
  drawTables(position, openings, running, heatOf);
};
`;
