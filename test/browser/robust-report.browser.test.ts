import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RobustEvaluation } from '../../models/families/robust/outcome.js';
import type { RobustRunResult } from '../../src/families/robust/runs/result.js';
import type { RobustFront } from '../../src/families/robust/studies/front/front.js';
import { envelopeOfRun } from '../../src/workbench/envelope.js';
import { browserDesk, expectSoundPage, skipsBrowser, unfold } from '../support/browser.js';
import { repository } from '../support/repository.js';
import { type Enveloped, type Json, plenum, withDetails } from '../support/run-cli.js';

const robust = (name: string): string => join(repository, 'instances/robust', `${name}.json`);

/** Directory, exit code, and the words of `solve` that fill it. */
const RUNS: readonly (readonly [string, number, readonly string[]])[] = [
  ['front', 0, [robust('tiny-printed-variance'), '--front', '4']],
  ['reverse', 0, [robust('tiny-two-nodes'), '--problem', 'eo-mc']],
  ['certain', 0, [robust('tiny-zero-variance'), '--method', 'ga', '--work-limit', '3']],
  ['infeasible', 3, [robust('tiny-infeasible'), '--method', 'tabu']],
  ['large', 0, [robust('spec25-thesis'), '--method', 'min-min-balance', '--no-bound']],
];

/** Joules of the units of energies. */
const JOULES: Readonly<Record<string, number>> = { J: 1, kJ: 1e3, MJ: 1e6, GJ: 1e9 };

interface Written extends Enveloped<RobustRunResult> {
  readonly report: { readonly evaluation: RobustEvaluation; readonly front?: RobustFront };
}

/** A figure as the page sets it, its quantile behind it left out, and half of its last place. */
function readBack(text: string): { readonly value: number; readonly tolerance: number } {
  const plain = text.replaceAll('\u202f', '').replaceAll('\u2212', '-');
  const [digits] = plain.split(/[\u00a0 ]/);
  const [mantissa, exponent = '0'] = digits!.split('e');
  const decimals = mantissa!.split('.')[1]?.length ?? 0;
  return { value: Number(digits), tolerance: 0.5000001 * 10 ** (Number(exponent) - decimals) };
}

function shows(text: string, truth: number): boolean {
  if (text === '> 0.99999') return truth > 0.99999 && truth < 1;
  const power = /^10\^(.*)$/.exec(text.replaceAll('\u2212', '-'));
  if (power !== null) return Math.abs(Number(power[1]) - Math.log10(truth)) <= 0.0051;
  if (text.endsWith('infinite')) return truth === (text.startsWith('-') ? -1e308 : 1e308);
  const { value, tolerance } = readBack(text);
  return Math.abs(value - truth) <= tolerance + 1e-12 * Math.abs(truth);
}

/** Body of the table in a section, cell by cell. */
async function cellsOf(page: Page, section: string): Promise<string[][]> {
  const rows = await page.locator(`#${section} tbody tr`).all();
  return Promise.all(rows.map((row) => row.locator('th,td').allInnerTexts()));
}

describe.skipIf(skipsBrowser)('the report of a robust run in a browser', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    for (const [name, code, words] of RUNS) {
      const run = await plenum('solve', ...words, '--out', join(desk.folder, name));
      expect([name, run.code]).toEqual([name, code]);
    }
  });

  const written = (name: string): Written =>
    withDetails(JSON.parse(readFileSync(join(desk.folder, name, 'result.json'), 'utf8')) as Json) as unknown as Written;

  const open = async (name: string): Promise<Page> => {
    const page = await desk.open(`${name}/report.html`);
    await unfold(page);
    return page;
  };

  it.each(RUNS.map(([name]) => name))(
    '%s: is sound: it is quiet, asks for nothing else, fits the screen and hides no label',
    (name) => expectSoundPage(desk, `${name}/report.html`, [1280, 400], /NaN|Infinity|undefined|\[object|e\+?308/),
  );

  it.each(RUNS.map(([name]) => name))('%s: shows the figures of result.json', async (name) => {
    const page = await open(name);
    const { report, ...result } = written(name);
    const embedded = JSON.parse(await page.locator('#plenum-data').innerText()) as { result: RobustRunResult };
    const envelope = envelopeOfRun(embedded.result, 'robust', embedded.result.files);
    expect(result).toEqual(withDetails({ ...envelope }));
    const shown = (field: string): Promise<string> => page.locator(`[data-field="${field}"]`).first().innerText();
    for (const [field, truth] of [
      ['objective', result.objective],
      ['bound', result.bound],
      ['gap', result.gap === null ? null : 100 * result.gap],
      ['allInTime', result.jointPsiLog10 === null ? null : 10 ** result.jointPsiLog10],
      ['budgetUntilLastCore', result.energyUntilLastCore?.energyRobustness.probability ?? null],
    ] as const) {
      const text = await shown(field);
      expect([field, text, truth === null ? text === 'none' : shows(text, truth)]).toEqual([field, text, true]);
    }
    const quantile = /\(z (.*)\)$/.exec(await shown('bound'))?.[1]?.replace('\u2212', '-');
    expect([quantile, quantile === undefined || shows(quantile, result.boundZ!)]).toEqual([quantile, true]);
    expect(quantile === undefined).toBe(result.boundZ === null);
    const { energyMeanJ } = report.evaluation;
    const told = await page.locator('#worth .q:has(> [data-field=energyMeanJ])').innerText();
    const [, energy, unit] = /^(.*)\u00a0(.*)$/.exec(told)!;
    expect([told, shows(energy!, energyMeanJ / JOULES[unit!]!)]).toEqual([told, true]);
    const inTable = await page.locator('#energy [data-field=energyMeanJ]').innerText();
    expect([inTable, shows(inTable, energyMeanJ / 1e6)]).toEqual([inTable, true]);
    expect(await page.locator('[data-field=feasible]').getAttribute('data-value')).toBe(String(result.feasible));
    expect(await page.locator('[data-field=termination]').getAttribute('data-value')).toBe(result.termination);
    if (result.infeasibility !== null) {
      expect(await page.locator('#apply .callout').innerText()).toContain(result.infeasibility.message);
    }
  });

  it.each(RUNS.map(([name]) => name))('%s: has the nodes that the checker rated', async (name) => {
    const page = await open(name);
    const { nodes } = written(name).report.evaluation;
    const [finish, energy, pStates] = [
      await cellsOf(page, 'finish'),
      await cellsOf(page, 'energy'),
      await cellsOf(page, 'apply'),
    ];
    for (const [n, node] of nodes.entries()) {
      const leastZ = Math.min(...node.z);
      const cores = node.z.map((_, core) => core).filter((core) => node.z[core] === leastZ);
      const last = cores.reduce((a, b) => (node.finishMeanS[b]! > node.finishMeanS[a]! ? b : a));
      const tasks = node.tasks.reduce((sum, count) => sum + count, 0);
      const used = node.tasks.filter((count) => count > 0).length;
      const truths = [node.z.length, used, tasks, node.finishMeanS[last]!, node.finishSdS[last]!, leastZ];
      const joules = [node.dynamicJ, node.staticJ, node.overheadJ, node.dynamicJ + node.staticJ + node.overheadJ];
      for (const [row, expected] of [
        [finish[n]!, truths],
        [energy[n]!, joules.map((part) => part / 1e6)],
      ] as const) {
        expect(row[0]).toBe(node.node);
        expect(row.slice(1).map((text, i) => [text, shows(text, expected[i]!)])).toEqual(
          row.slice(1).map((text) => [text, true]),
        );
      }
      const inStates = pStates[n]!.slice(1).reduce((sum, text) => sum + Number(text), 0);
      expect([node.node, inStates]).toEqual([node.node, tasks]);
    }
    expect(finish).toHaveLength(nodes.length);
  });

  it('shows the points of the front in result.json, and fits a small screen', async () => {
    const page = await open('front');
    const { points } = written('front').report.front!;
    const rows = await cellsOf(page, 'front');
    // What can be promised, then the thesis' measures.
    expect(rows).toHaveLength(2 * points.length);
    for (const [n, { eta, allInTime, budgetUntilLastCore, phi, psi, bound }] of points.entries()) {
      const figures = [...rows[n]!, ...rows[points.length + n]!];
      for (const [c, truth] of [eta, allInTime, budgetUntilLastCore, eta, phi, psi, bound].entries()) {
        if (truth !== null) expect([figures[c], shows(figures[c]!, truth)]).toEqual([figures[c], true]);
      }
    }
    // Every figure is in sight on a small screen, too.
    await page.setViewportSize({ width: 400, height: 900 });
    const hiddenPx =
      "Math.max(...[...document.querySelectorAll('#front .scroll')].map((one) => one.scrollWidth - one.clientWidth))";
    expect(await page.evaluate(hiddenPx)).toBeLessThanOrEqual(0);
    const lefts = await page.locator('#front tbody tr:first-child > *').all();
    const boxes = await Promise.all(lefts.map((cell) => cell.boundingBox()));
    expect(Math.min(...boxes.map((box) => box!.width))).toBeGreaterThan(60);
  });
});
