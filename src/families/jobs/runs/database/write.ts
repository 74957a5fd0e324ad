import { bytesOfRows, metaRows, type Row } from '../../../../runs/database/rows.js';
import {
  edgesOf,
  facilityDigest,
  graphDigest,
  marksOf,
  nodeTypeDigest,
  type ProfileContent,
  timesOf,
} from './content.js';
import { DATABASE_FORMAT, PROFILE_DATABASE } from './schema.js';

/** Returns the bytes of a profile database, which depend only on its content. */
export function profileDatabaseBytes(content: ProfileContent): Promise<Uint8Array> {
  return bytesOfRows(PROFILE_DATABASE, {
    meta: metaRows(metaOf(content)),
    node_types: content.nodeTypes.map((type, n) => [
      n,
      type.name,
      type.coresPerNode,
      type.power.staticPowerW,
      JSON.stringify([...type.power.dynamicPowerW]),
      nodeTypeDigest(type),
    ]),
    job_types: content.types.map(({ name, tasks }, t) => [t, name, tasks.length, JSON.stringify(tasks)]),
    graphs: graphRows(content),
    fronts: frontRows(content),
    points: pointRows(content),
  });
}

/** Returns the contents of the table `meta`: values by key. */
export function metaOf(content: ProfileContent): Readonly<Record<string, string>> {
  const { plenumVersion, instanceName, effort, levelsOf, profiles } = content;
  const fronts = profiles.flat().flatMap((profile) => profile.fronts);
  return {
    format: DATABASE_FORMAT,
    fronts: String(fronts.length),
    instance_name: instanceName,
    levels_of: levelsOf,
    made_for_sha256: facilityDigest(content),
    node_limit: String(effort.nodeLimit),
    plenum_version: plenumVersion,
    points: String(fronts.reduce((sum, { points }) => sum + points.length, 0)),
    seed: String(effort.seed),
    ...(effort.goal === undefined ? {} : { goal: effort.goal }),
  };
}

function* graphRows({ types }: ProfileContent): Iterable<Row> {
  for (const [t, { graphs }] of types.entries()) {
    for (const [n, graph] of graphs.entries()) {
      yield [t, n, JSON.stringify(timesOf(graph)), JSON.stringify(edgesOf(graph)), graphDigest(graph)];
    }
  }
}

function* frontRows({ profiles }: ProfileContent): Iterable<Row> {
  for (const [t, row] of profiles.entries()) {
    for (const [n, { fronts }] of row.entries()) {
      for (const { cores, points, proof } of fronts) {
        yield [t, n, cores, points.length, proof.kind, proof.kind === 'bounded' ? proof.productBoundSJ : null];
      }
    }
  }
}

function* pointRows({ profiles }: ProfileContent): Iterable<Row> {
  for (const [t, row] of profiles.entries()) {
    for (const [n, profile] of row.entries()) {
      const marks = marksOf(profile);
      for (const [k, { cores, points }] of profile.fronts.entries()) {
        for (const [p, { timeS, energyJ, coreOf, levelOf, order }] of points.entries()) {
          const { dominated, leastProduct } = marks[k]![p]!;
          yield [
            t,
            n,
            cores,
            p,
            timeS,
            energyJ,
            ...[coreOf, levelOf, order].map((list) => JSON.stringify([...list])),
            Number(dominated),
            Number(leastProduct),
          ];
        }
      }
    }
  }
}
