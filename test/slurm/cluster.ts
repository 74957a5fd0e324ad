import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Programs of a cluster, in the order in which they are started. */
const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'scancel', 'scontrol', 'setpriv'];
/** Where daemons are, which a user's PATH need not name. */
const SYSTEM_FOLDERS = '/usr/sbin:/sbin';
/** Time after which a state that does not come is taken for a fault, ms: against hanging only. */
const MAX_WAIT_MS = 600_000;
/** Time after which a daemon that was asked to end is killed, ms. */
const MAX_END_MS = 10_000;
/** Time between two looks, ms. */
const BETWEEN_LOOKS_MS = 100;

/** Reason why no cluster can be started here; null where one can. */
export function clusterObstacle(): string | null {
  const path = `${process.env['PATH'] ?? ''}:${SYSTEM_FOLDERS}`;
  const missing = PROGRAMS.filter((program) => {
    try {
      execFileSync('/bin/sh', ['-c', 'command -v "$0"', program], { env: { PATH: path }, stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return null;
  return `Slurm is not installed (no ${missing.join(', ')}): apt-get install slurmctld slurmd slurm-client munge`;
}

/** A Slurm cluster of one node on this machine, in a folder of its own, which the surroundings of this process name. */
export interface Cluster {
  /** Output of one of Slurm's commands. */
  readonly ask: (program: string, ...words: readonly string[]) => string;
  /** End of the daemon of the node as a crash ends it. */
  readonly killNode: () => Promise<void>;
  readonly startNode: () => void;
  /** Value of `look` once it is not null. @throws Error with the logs of the daemons where it stays null. */
  readonly until: <T>(what: string, look: () => T | null) => Promise<T>;
  readonly stop: () => Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), 'plenum-slurm-'));
  const at = (name: string): string => join(root, name);
  for (const name of ['state', 'spool', 'munge']) mkdirSync(at(name), { mode: 0o755 });
  const [controllerPort, nodePort] = await freePorts(2);
  writeFileSync(at('munge/key'), randomBytes(256), { mode: 0o600 });
  writeFileSync(at('slurm.conf'), configuration(root, controllerPort!, nodePort!));
  const before = { SLURM_CONF: process.env['SLURM_CONF'], PATH: process.env['PATH'] };
  Object.assign(process.env, { SLURM_CONF: at('slurm.conf'), PATH: `${before.PATH ?? ''}:${SYSTEM_FOLDERS}` });

  const daemons = new Map<string, ChildProcess>();
  const start = (program: string, ...words: readonly string[]): void => {
    const log = openSync(at(`${program}.out`), 'a');
    // Killed with this process, however that ends: nothing is left over.
    const all = ['--pdeathsig', 'KILL', '--', program, ...words];
    daemons.set(program, spawn('setpriv', all, { stdio: ['ignore', log, log] }));
  };
  const ask: Cluster['ask'] = (program, ...words) => {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const until: Cluster['until'] = async (what, look) => {
    const end = Date.now() + MAX_WAIT_MS;
    while (Date.now() < end) {
      const found = look();
      if (found !== null) return found;
      await pause(BETWEEN_LOOKS_MS);
    }
    throw new Error(`${what}: not in ${MAX_WAIT_MS / 1000} s\n${logs()}`);
  };
  const logs = (): string => {
    return [...daemons.keys()]
      .map((name) => `== ${name}\n${readFileSync(at(`${name}.out`), 'utf8').slice(-3000)}`)
      .join('\n');
  };
  const end = async (program: string, signal: NodeJS.Signals): Promise<void> => {
    const daemon = daemons.get(program);
    daemons.delete(program);
    if (daemon === undefined || daemon.exitCode !== null || daemon.signalCode !== null) return;
    const ended = new Promise((resolve) => daemon.once('exit', resolve));
    daemon.kill(signal);
    const killer = setTimeout(() => {
      daemon.kill('SIGKILL');
    }, MAX_END_MS);
    await ended;
    clearTimeout(killer);
  };
  const stop = async (): Promise<void> => {
    try {
      ask('scancel', `--user=${userInfo().username}`);
      await until('no task runs', () => (ask('squeue', '--noheader') === '' ? true : null));
    } catch {
      // It was not up, or does not answer any more.
    }
    for (const program of ['slurmd', 'slurmctld', 'munged']) await end(program, 'SIGTERM');
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    rmSync(root, { recursive: true, force: true });
  };

  try {
    const munge = (name: string): string => at(`munge/${name}`);
    const files = ['socket', 'pid', 'log', 'seed'].map(
      (name) => `--${name === 'socket' ? name : `${name}-file`}=${munge(name)}`,
    );
    start('munged', '--foreground', '--force', `--key-file=${munge('key')}`, ...files, '--num-threads=1');
    await until('munged answers', () => (succeeds('munge', '-n', `--socket=${munge('socket')}`) ? true : null));
    start('slurmctld', '-D', '-i');
    start('slurmd', '-D');
    await until('the node is idle', () => (idle(ask) ? true : null));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ask,
    until,
    stop,
    killNode: () => end('slurmd', 'SIGKILL'),
    startNode: () => {
      start('slurmd', '-D');
    },
  };
}

function idle(ask: Cluster['ask']): boolean {
  try {
    return ask('sinfo', '--noheader', '--format=%T').trim() === 'idle';
  } catch {
    // The controller does not answer yet.
    return false;
  }
}

function succeeds(program: string, ...words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Configuration of a cluster without cgroups, accounts and system services (slurm.conf(5)). */
function configuration(root: string, controllerPort: number, nodePort: number): string {
  const host = hostname().split('.')[0]!;
  const user = userInfo().username;
  const settings: Readonly<Record<string, string | number>> = {
    ClusterName: 'plenum',
    SlurmctldHost: `${host}(127.0.0.1)`,
    SlurmUser: user,
    SlurmdUser: user,
    SlurmctldPort: controllerPort,
    SlurmdPort: nodePort,
    SlurmctldPidFile: join(root, 'slurmctld.pid'),
    SlurmdPidFile: join(root, 'slurmd.pid'),
    StateSaveLocation: join(root, 'state'),
    SlurmdSpoolDir: join(root, 'spool'),
    AuthType: 'auth/munge',
    AuthInfo: `socket=${join(root, 'munge/socket')}`,
    CredType: 'cred/munge',
    ProctrackType: 'proctrack/linuxproc',
    TaskPlugin: 'task/none',
    SelectType: 'select/cons_tres',
    SelectTypeParameters: 'CR_Core',
    JobAcctGatherType: 'jobacct_gather/none',
    MpiDefault: 'none',
    AccountingStorageType: 'accounting_storage/none',
    SwitchType: 'switch/none',
    // Whatever cores the machine has, and a node that was away is taken back.
    SlurmdParameters: 'config_overrides',
    ReturnToService: 2,
    SchedulerParameters: 'sched_interval=1,bf_interval=1,batch_sched_delay=0,default_queue_depth=1000',
    KillWait: 2,
    MinJobAge: 600,
    SlurmdTimeout: 60,
    // Small, so that more tasks than this become several arrays.
    MaxArraySize: 8,
  };
  const node = `NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN`;
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return `${[...lines, node, `PartitionName=all Nodes=${host} Default=YES MaxTime=60 State=UP`].join('\n')}\n`;
}

/** Ports that nobody listens on. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))));
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
