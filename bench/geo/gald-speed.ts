import { MS_PER_S, US_PER_S } from '../../models/units.js';
import { openGeo } from '../../src/families/geo/instances/open.js';
import { createDistribution } from '../../src/families/geo/methods/gald/distribution.js';
import { Distributor } from '../../src/families/geo/methods/gald/distributor.js';
import { type Judged, judge, searchEpoch } from '../../src/families/geo/methods/gald/epoch-search.js';
import { Turns } from '../../src/families/geo/methods/gald/epoch-state.js';
import { EpochTerms } from '../../src/families/geo/methods/gald/epoch-terms.js';
import { randomFounder, ruledFounders } from '../../src/families/geo/methods/gald/founders.js';
import { GALD } from '../../src/families/geo/methods/gald/gald.js';
import { greedyTables } from '../../src/families/geo/methods/gald/greedy-tables.js';
import { randomStream } from '../../src/random/stream.js';

/**
 * Measures the greedy fitness evaluations of `gald-cl` per second on one core. Prints one JSON object. `founders` fill
 * all data centres of random distributions from scratch and repair them. `search` is the genetic search of one epoch,
 * which skips data centres that a child leaves unchanged.
 * - node dist/bench/geo/gald-speed.js <instance file> <seconds> [epoch]
 */
export async function galdSpeed(file: string, seconds: number, epoch: number): Promise<object> {
  const opened = openGeo(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const { model } = opened;
  const nowS = (): number => performance.now() / MS_PER_S;
  const cpuS = (): number => process.cpuUsage().user / US_PER_S;
  const nothing = Array.from({ length: model.epochCount }, () => null);
  const terms = new EpochTerms(model, epoch, new Turns(model), nothing);
  const distributor = new Distributor(greedyTables(model, GALD.reading), terms);

  const random = randomStream(1, 'founders');
  const randomise = randomFounder(distributor.tables);
  const founder = createDistribution(model);
  const founding = { start: nowS(), cpu: cpuS(), evaluations: 0 };
  while (nowS() - founding.start < seconds / 2) {
    randomise(founder, random);
    judge(distributor, founder);
    founding.evaluations++;
  }
  const foundingS = nowS() - founding.start;
  const foundingCpuS = cpuS() - founding.cpu;

  const first = { fills: distributor.work.fills, start: nowS(), cpu: cpuS() };
  let usd = Infinity;
  const found = await searchEpoch(distributor, ruledFounders(distributor.tables, terms), {
    options: { ...GALD.search, mostGenerations: Infinity, stallGenerations: Infinity },
    random: randomStream(1, 'search'),
    step: ({ score }: Judged) => {
      usd = -score.objective;
      return Promise.resolve(nowS() - first.start > seconds / 2);
    },
  });
  const searchS = nowS() - first.start;
  const searchCpuS = cpuS() - first.cpu;
  const evaluations = found.work['evaluations']!;
  return {
    instance: model.instance.name,
    centres: model.centres.length,
    founders: {
      evaluations: founding.evaluations,
      msEach: (MS_PER_S * foundingS) / founding.evaluations,
      perHourAndCore: (3600 * founding.evaluations) / foundingCpuS,
    },
    search: {
      evaluations,
      generations: found.work['generations'],
      greedyFills: distributor.work.fills - first.fills,
      msEach: (MS_PER_S * searchS) / evaluations,
      perHourAndCore: (3600 * evaluations) / searchCpuS,
      usd,
    },
  };
}

if (process.argv[1]?.endsWith('gald-speed.js') === true) {
  const [file, seconds, epoch] = process.argv.slice(2);
  if (file === undefined) throw new Error('usage: gald-speed.js <instance file> <seconds> [epoch]');
  console.log(JSON.stringify(await galdSpeed(file, Number(seconds ?? 10), Number(epoch ?? 12)), null, 2));
}
