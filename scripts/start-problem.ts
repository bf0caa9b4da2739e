/** Problems that keep the system from starting on a machine, and how to fix them. */
import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';

/** The ports of the four servers, by the variable that chooses each. */
const PORTS = { DOCS_PORT: 4000, GATEWAY_PORT: 4010, MERCHANT_PORT: 4020, AIRLINE_PORT: 4030 };
export type PortName = keyof typeof PORTS;

/** Reads the ports from the environment. @returns `problem` if one is invalid. */
export function readPorts(env: NodeJS.ProcessEnv): {
  readonly ports: Readonly<Record<PortName, number>>;
  readonly problem?: string;
} {
  const ports = { ...PORTS };
  for (const name of Object.keys(PORTS) as PortName[]) {
    ports[name] = Number(env[name] ?? PORTS[name]);
    if (!Number.isInteger(ports[name]) || ports[name] < 1 || ports[name] > 65_535)
      return { ports, problem: `${name} must be a port from 1 to 65535` };
  }
  if (new Set(Object.values(ports)).size < Object.keys(ports).length)
    return { ports, problem: `${Object.keys(ports).join(', ')} must be different ports.` };
  return { ports };
}

/** `localhost` is either; browsers try the second first. */
const HOSTS = ['127.0.0.1', '::1'];

/** Returns why a port cannot be listened on, and which variable chooses another; undefined if it can be. */
export async function portProblem(name: PortName, port: number): Promise<string | undefined> {
  for (const host of HOSTS) {
    const server = createServer().listen(port, host);
    try {
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
    } catch (error) {
      const code = codeOf(error);
      // The machine has no IPv6.
      if (/^EA(FNOSUPPORT|DDRNOTAVAIL)$/.test(code)) continue;
      return `Cannot listen on port ${port} (${code}). Set ${name} to another, or stop what uses it.`;
    }
  }
  return undefined;
}

/**
 * Returns the first problem that keeps the servers from starting; undefined if there is none. Creates the database's
 * folder.
 * @param root Folder of the repository, with a slash at its end.
 */
export async function startProblem(
  root: string,
  ports: Readonly<Record<PortName, number>>,
): Promise<string | undefined> {
  // Vite serves no file below a folder with one of these in its name, without any error.
  const unservable = /["#%*:?]/.exec(root.replace(/^[A-Z]:/i, ''))?.[0];
  if (unservable)
    return `The path of this folder, ${root}, contains "${unservable}", below which no page can be served. Move the folder to a path without it.`;
  for (const name of Object.keys(ports) as PortName[]) {
    const problem = await portProblem(name, ports[name]);
    if (problem) return problem;
  }
  const kept = `${root}docs/node_modules`;
  try {
    // Vite keeps its cache there.
    accessSync(kept, constants.W_OK);
  } catch (error) {
    return `This account cannot write to ${kept} (${codeOf(error)}), where the documentation's server keeps files. Clone the repository to a folder of this account.`;
  }
  if (process.env.DATABASE_URL) return undefined;
  try {
    mkdirSync(`${root}.data`, { recursive: true });
    return undefined;
  } catch (error) {
    return `Cannot make the folder ${root}.data (${codeOf(error)}). Set DATABASE_URL to a file that this account may write, such as sqlite:/tmp/flight-offset.sqlite.`;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
