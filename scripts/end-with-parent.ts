/**
 * Loaded with `--import`: ends this process, as SIGTERM does, within a second of the end of its parent, which may have
 * had no time to end it.
 */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 1000).unref();

export {};
