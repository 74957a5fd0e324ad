import { currencyOf } from '../../../../../models/units.js';
import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { aligned, count } from '../../../../reports/format.js';
import {
  carbonUsdOf,
  cellsOfCentre,
  type EnergyUse,
  energyUse,
  ledgerResidualKwh,
  ledgerResidualUsd,
  westToEast,
} from '../sums.js';
import { moneyColumn } from '../format.js';
import type { GeoReportRequest } from '../input.js';
import { absent } from '../../../../reports/html/section.js';
import {
  counted,
  figure,
  markup,
  nameOf,
  NOTHING,
  quantity,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Maximum number of rows of the table by data centre. Further data centres are added up in the last row. */
const MAX_ROWS = 30;
/** Maximum number of demand charges listed, the most expensive ones. */
const MAX_CHARGES = 30;

type Numeric = readonly [head: string, pick: (use: EnergyUse) => number];

/** Returns the report section on the energy and costs of each data centre; its rows sum to the bill. */
export function ledgerSection(input: GeoReportRequest, evaluation: GeoEvaluation | null): SectionOptions {
  const head = { id: 'ledger', title: 'Energy ledger' };
  if (evaluation === null) return { ...head, body: [absent('no plan was rated')] };
  return {
    ...head,
    body: [
      billTable(input, evaluation),
      centreTable(input, evaluation),
      demandTable(evaluation, currencyOf(input.model.instance)),
    ],
  };
}

function billTable({ model: { instance } }: GeoReportRequest, evaluation: GeoEvaluation): Markup {
  const { energyUsd, transitionUsd, demandUsd, carbonUsd, costUsd, cells } = evaluation;
  const use = energyUse(cells.flat());
  const { rules } = instance;
  const kwh = aligned([use.drawnKwh]);
  const money = moneyColumn([costUsd]);
  const rows: Content[][] = [
    ['Nodes', quantity(kwh(use.nodeKwh)), ''],
    ['CRACs', quantity(kwh(use.cracKwh)), ''],
    ['Overhead of UPS and power supply (Eff)', quantity(kwh(use.overheadKwh)), ''],
    ['Starts and stops (Eq. 34)', quantity(kwh(use.transitionKwh)), ''],
    ['At the meter', quantity(kwh(use.drawnKwh)), ''],
    ['− taken from sun and wind at once', quantity(kwh(use.ownKwh)), ''],
    [
      `Bought for nodes, CRACs and overhead${use.surplusKwh > 0 && rules.surplus.rule !== 'curtailed' ? ', less what surplus earns' : ''}`,
      quantity(kwh(use.gridKwh - use.transitionKwh)),
      quantity(money(energyUsd)),
    ],
    ['Bought for starts and stops', quantity(kwh(use.transitionKwh)), quantity(money(transitionUsd))],
    ...(use.surplusKwh > 0 ? [['Surplus of sun and wind', quantity(kwh(use.surplusKwh)), '']] : []),
    ...(demandUsd !== 0 ? [['Demand charges', '', quantity(money(demandUsd))]] : []),
    ...(carbonUsd !== 0 ? [['Carbon', '', quantity(money(carbonUsd))]] : []),
  ];
  const residual = Math.abs(ledgerResidualUsd(instance, evaluation));
  const residualKwh = Math.abs(ledgerResidualKwh(evaluation));
  return markup`${table({
    caption: 'From the nodes to the bill, all centres and epochs together.',
    columns: [{ head: '' }, { head: 'kWh', numeric: true }, { head: currencyOf(instance), numeric: true }],
    rows,
    foot: ['The bill', figure('ledgerGridKwh', use.gridKwh, kwh), figure('ledgerCostUsd', costUsd, money)],
  })}
<p class="caption">All cells of epoch and centre with the charges below add up to the bill within ${figure('ledgerResidualUsd', residual, (value) => (value == null ? null : { digits: value === 0 ? '0' : value.toExponential(1), unit: currencyOf(instance) }))}; what is bought and what sun and wind give add up to what the meters see within ${figure('ledgerResidualKwh', residualKwh, (value) => (value == null ? null : { digits: value === 0 ? '0' : value.toExponential(1), unit: 'kWh' }))}. The file of the ledger has every cell.</p>\n`;
}

function centreTable({ model: { instance } }: GeoReportRequest, evaluation: GeoEvaluation): Markup {
  const { dataCentres } = instance;
  const uses = dataCentres.map((_, d) => energyUse(cellsOfCentre(evaluation, d)));
  const carbonUsd = (use: EnergyUse): number => carbonUsdOf(instance, use);
  const shown = shownCentres(westToEast(instance), uses);
  const others = dataCentres.map((_, d) => d).filter((d) => !shown.includes(d));
  const rows = [
    ...shown.map((d) => ({ name: nameOf(dataCentres[d]!.name), use: uses[d]! })),
    ...(others.length === 0
      ? []
      : [
          {
            name: markup`the other ${counted(others.length, 'centre')}`,
            use: energyUse(others.flatMap((d) => cellsOfCentre(evaluation, d))),
          },
        ]),
  ];
  const all = energyUse(evaluation.cells.flat());
  const columns: Numeric[] = [
    ['Nodes, kWh', (use) => use.nodeKwh],
    ['CRACs, kWh', (use) => use.cracKwh],
    ['Overhead, kWh', (use) => use.overheadKwh],
    ['Transitions, kWh', (use) => use.transitionKwh],
    ['Sun and wind, kWh', (use) => use.ownKwh],
    ['Bought, kWh', (use) => use.gridKwh],
  ];
  const currency = currencyOf(instance);
  const paid: Numeric[] = [
    [`Energy, ${currency}`, (use) => use.energyUsd],
    [`Transitions, ${currency}`, (use) => use.transitionUsd],
    ...(evaluation.carbonUsd === 0 ? [] : ([[`Carbon, ${currency}`, carbonUsd]] as Numeric[])),
  ];
  const kwh = aligned([all.drawnKwh]);
  const money = moneyColumn([evaluation.costUsd]);
  const cellsOf = (use: EnergyUse): Content[] => [
    ...columns.map(([, pick]) => quantity(kwh(pick(use)))),
    ...paid.map(([, pick]) => quantity(money(pick(use)))),
  ];
  return table({
    caption: `By data centre from west to east, all epochs together${others.length === 0 ? '' : `; the ${shown.length} that draw most by themselves`}.`,
    columns: [{ head: 'Data centre' }, ...[...columns, ...paid].map(([name]) => ({ head: name, numeric: true }))],
    rows: rows.map(({ name, use }) => [name, ...cellsOf(use)]),
    foot: ['All', ...cellsOf(all)],
  });
}

/** Returns the indices of the data centres with rows of their own: all, or those with the largest energy use. */
function shownCentres(order: readonly number[], uses: readonly EnergyUse[]): number[] {
  if (order.length <= MAX_ROWS) return [...order];
  const largest = [...order].sort((a, b) => uses[b]!.drawnKwh - uses[a]!.drawnKwh || a - b).slice(0, MAX_ROWS - 1);
  return order.filter((d) => largest.includes(d));
}

function demandTable({ demand, demandUsd }: GeoEvaluation, currency: string): Markup {
  if (demand.length === 0) return NOTHING;
  const shown = [...demand].sort((a, b) => b.usd - a.usd).slice(0, MAX_CHARGES);
  const rest = demand.length - shown.length;
  return table({
    caption: `Demand charges for the greatest mean power bought within a period, dearest first${rest > 0 ? `; ${quantityText(rest)} smaller ones are in the sum only` : ''}.`,
    columns: [
      { head: 'Data centre' },
      { head: 'Period' },
      { head: 'Greatest, kW', numeric: true },
      { head: currency, numeric: true },
    ],
    rows: shown.map((charge) => [
      nameOf(charge.dataCentre),
      nameOf(charge.period),
      quantity(aligned(shown.map(({ greatestKw }) => greatestKw))(charge.greatestKw)),
      quantity(moneyColumn([demandUsd])(charge.usd)),
    ]),
    foot: ['All', '', '', quantity(moneyColumn([demandUsd])(demandUsd))],
  });
}

function quantityText(value: number): string {
  return count(value)?.digits ?? '';
}
